/**
 * What a bot looks at before it decides: its empire, its battles and the map at every look, a few neighbours in turn,
 * and who marches on it. Reads through the public client, within its budget.
 */
import { unwrap, type Answer, type BattleItem, type Client, type EmpireView } from '../../client/client.ts';
import { sameTile } from '../../game/map.ts';
import type { Neighbour, Sight, Threat } from '../mind/sight.ts';
import type { Budget } from './budget.ts';
import { readOwn } from './own-empire.ts';
import { readNeighbour, readNote, strangersOn, type MapView } from './surroundings.ts';

/** How far a bot sees around its capital, to each side: the widest window of the map. */
const sightTiles = 50;
const latestBattles = 20;
/** Of its own empire, armies and battles, and of the map. */
const readsOfOwn = 4;
/** How many neighbours, and how many attackers, are read at one look. */
const maxVisits = 4;
const maxThreatsRead = 2;
/** What one look reads at most. */
export const readsPerLook = readsOfOwn + maxVisits + maxThreatsRead;

export interface ScoutOptions {
  client: Client;
  empireId: string;
  world: { speed: number; radius: number };
  budget: Budget;
  signal: AbortSignal;
}

interface Known {
  view: EmpireView;
  readAt: number;
}

export class Scout {
  readonly #options: ScoutOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: ScoutOptions) {
    this.#options = options;
  }

  /** Whether the budget holds a look at present. */
  canLook(): boolean {
    return this.#options.budget.leftAt(performance.now()) >= readsOfOwn;
  }

  /** Throws an Error whose cause is the Refusal of the read that failed. */
  async observe(nextLookMs: number): Promise<Sight> {
    const { client, empireId, world, signal } = this.#options;
    const [view, military, { battles }] = await Promise.all([
      this.#read(client.readEmpire(empireId, { signal })),
      this.#read(client.readMilitary(empireId, { signal })),
      this.#read(client.listBattles({ empire_id: empireId, limit: latestBattles }, { signal })),
    ]);
    const own = readOwn(view, military.armies, battles);
    const { x, y } = own.cities[0] ?? { x: 0, y: 0 };
    const seen = await this.#read(client.readMap({ x, y, radius: sightTiles }, { signal }));
    const threats = await this.#readThreats(battles);
    await this.#visit(strangersOn(seen, empireId));
    return {
      now: own.settledAt,
      speed: world.speed,
      radius: world.radius,
      nextLookMs,
      own,
      neighbours: this.#neighboursOn(seen),
      cities: seen.cities.filter((city) => city.empire_id !== empireId).map(({ location }) => location),
      threats,
      battles: battles.map(readNote),
    };
  }

  async #read<Data>(call: Promise<Answer<Data>>): Promise<Data> {
    this.#options.budget.spend(performance.now());
    return unwrap(await call);
  }

  /** Attacks that have not arrived yet, with the armies that march; these are public. */
  async #readThreats(battles: readonly BattleItem[]): Promise<Threat[]> {
    const { client, empireId, budget, signal } = this.#options;
    const threats: Threat[] = [];
    for (const { id, attacker_id, defender_id, phase, location, contact_at } of battles) {
      if (defender_id !== empireId || phase !== 'marching') continue;
      const isKnown = threats.length < maxThreatsRead && budget.leftAt(performance.now()) > 0;
      const armies = isKnown ? (await this.#read(client.readMilitary(attacker_id, { signal }))).armies : [];
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

  /** Reads the pages of those who were not read for longest. */
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

  #neighboursOn(seen: MapView): Neighbour[] {
    return strangersOn(seen, this.#options.empireId)
      .map((id) => this.#known.get(id))
      .filter((known) => known !== undefined)
      .map(({ view }) => readNeighbour(view, seen));
  }
}
