/**
 * Reads the sight of a bot through the public client, within its budget. Each turn reads its empire, battles and map,
 * the armies that attack it, and a few neighbours in rotation.
 */
import { unwrap, type Answer, type BattleItem, type Client, type EmpireView } from '../../client/client.ts';
import { sameTile } from '../../game/map.ts';
import type { Neighbour, Sight, Threat } from '../mind/sight.ts';
import type { Budget } from './budget.ts';
import { readOwn } from './own-empire.ts';
import { readNeighbour, readBattle, otherEmpiresOn, type MapView } from './surroundings.ts';

/** Visible distance from the capital, to each side: the maximum radius of the map route. */
const sightTiles = 50;
const latestBattles = 20;
/** Reads of the own empire, armies and battles, and of the map. */
const readsOfOwn = 4;
/** Neighbours and attackers that one turn reads at most. */
const maxVisits = 4;
const maxThreatsRead = 2;
/** Maximum number of reads per turn. */
export const readsPerTurn = readsOfOwn + maxVisits + maxThreatsRead;

export interface ScoutOptions {
  client: Client;
  empireId: string;
  world: { speed: number; radius: number };
  budget: Budget;
  signal: AbortSignal;
}

interface KnownEmpire {
  view: EmpireView;
  readAt: number;
}

export class Scout {
  readonly #options: ScoutOptions;
  readonly #known = new Map<string, KnownEmpire>();

  constructor(options: ScoutOptions) {
    this.#options = options;
  }

  /** Whether the budget allows the reads of a turn now. */
  canObserve(): boolean {
    return this.#options.budget.leftAt(performance.now()) >= readsOfOwn;
  }

  /** Throws an Error whose `cause` is the Refusal of the failed read. */
  async observe(nextTurnMs: number): Promise<Sight> {
    const { client, empireId, world, signal } = this.#options;
    const [view, military, { battles }] = await Promise.all([
      this.#read(client.readEmpire(empireId, { signal })),
      this.#read(client.readMilitary(empireId, { signal })),
      this.#read(client.listBattles({ empire_id: empireId, limit: latestBattles }, { signal })),
    ]);
    const own = readOwn(view, military.armies, battles);
    const { x, y } = own.cities[0] ?? { x: 0, y: 0 };
    const mapView = await this.#read(client.readMap({ x, y, radius: sightTiles }, { signal }));
    const threats = await this.#readThreats(battles);
    await this.#visit(otherEmpiresOn(mapView, empireId));
    return {
      now: own.settledAt,
      speed: world.speed,
      radius: world.radius,
      nextTurnMs,
      own,
      neighbours: this.#neighboursOn(mapView),
      cities: mapView.cities.filter((city) => city.empire_id !== empireId).map(({ location }) => location),
      threats,
      battles: battles.map(readBattle),
    };
  }

  async #read<Data>(call: Promise<Answer<Data>>): Promise<Data> {
    this.#options.budget.spend(performance.now());
    return unwrap(await call);
  }

  /** Attacks before their contact, with the attacking armies, which are public. */
  async #readThreats(battles: readonly BattleItem[]): Promise<Threat[]> {
    const { client, empireId, budget, signal } = this.#options;
    const threats: Threat[] = [];
    for (const { id, attacker_id, defender_id, phase, location, contact_at } of battles) {
      if (defender_id !== empireId || phase !== 'marching') continue;
      const isRead = threats.length < maxThreatsRead && budget.leftAt(performance.now()) > 0;
      const armies = isRead ? (await this.#read(client.readMilitary(attacker_id, { signal }))).armies : [];
      const army = armies.find(
        ({ destination, arrives_at }) =>
          destination !== undefined && sameTile(destination, location) && arrives_at === contact_at,
      );
      threats.push({
        battleId: id,
        attackerId: attacker_id,
        tile: location,
        contactAt: Date.parse(contact_at),
        units: army?.units ?? null,
      });
    }
    return threats;
  }

  /** Reads the empires whose last read is the oldest. */
  async #visit(ids: readonly string[]): Promise<void> {
    const { client, budget, signal } = this.#options;
    const readAt = (id: string): number => this.#known.get(id)?.readAt ?? -Infinity;
    const next = [...ids].sort((a, b) => readAt(a) - readAt(b)).slice(0, maxVisits);
    for (const id of next) {
      if (budget.leftAt(performance.now()) <= readsOfOwn) return;
      const view = await this.#read(client.readEmpire(id, { signal }));
      this.#known.set(id, { view, readAt: performance.now() });
    }
  }

  #neighboursOn(mapView: MapView): Neighbour[] {
    return otherEmpiresOn(mapView, this.#options.empireId)
      .map((id) => this.#known.get(id))
      .filter((known) => known !== undefined)
      .map(({ view }) => readNeighbour(view, mapView));
  }
}
