/**
 * Reads the sight of a bot through the public client, within its budget. Each turn reads its empire, battles and map,
 * the armies that attack it, and a few neighbours in rotation.
 */
import {
  unwrap,
  type Answer,
  type BattleItem,
  type Client,
  type EmpireView,
  type SeatView as SeatItem,
} from '../../client/client.ts';
import { axisDistance, sameTile } from '../../game/map.ts';
import type { Neighbour, SeatView, Sight, Threat } from '../mind/sight.ts';
import type { Budget } from './budget.ts';
import { readOwn } from './own-empire.ts';
import { empiresAround, readBattle, readNeighbour, readSeat, type MapView } from './surroundings.ts';

/** Visible distance from the capital, to each side: the maximum radius of the map route. */
const sightTiles = 50;
const latestBattles = 20;
/** Reads of the own empire, armies and battles, of the map, and of the seats. */
const readsOfOwn = 5;
/** The seats are read once in this many turns. */
const turnsPerSeats = 5;
/** The maximum of the route. */
const maxSeats = 1000;
/** Neighbours and attackers that one turn reads at most. */
const maxNeighboursRead = 4;
const maxThreatsRead = 2;
/** Maximum number of reads per turn. */
export const readsPerTurn = readsOfOwn + maxNeighboursRead + maxThreatsRead;

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
  /** The seats in sight. */
  #seats: readonly SeatItem[] = [];
  #turns = 0;

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
    if (this.#turns % turnsPerSeats === 0) {
      const { seats } = await this.#read(client.readSeats({ limit: maxSeats }, { signal }));
      this.#seats = seats.filter(({ location }) => axisDistance(location, { x, y }) <= sightTiles);
    }
    this.#turns += 1;
    const holders = this.#seats.flatMap(({ holder }) => (holder === null ? [] : [holder.empire_id]));
    const around = empiresAround(mapView, own);
    await this.#readNeighbours(new Set([...holders.filter((id) => id !== empireId), ...around]));
    return {
      now: own.advancedAt,
      speed: world.speed,
      radius: world.radius,
      nextTurnMs,
      own,
      neighbours: this.#neighboursOn(mapView, around),
      cities: [...mapView.cities.filter((city) => city.empire_id !== empireId), ...this.#seats].map(
        ({ location }) => location,
      ),
      threats,
      battles: battles.map(readBattle),
      seats: this.#seatsOfOthers(mapView),
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
  async #readNeighbours(ids: ReadonlySet<string>): Promise<void> {
    const { client, budget, signal } = this.#options;
    const readAt = (id: string): number => this.#known.get(id)?.readAt ?? -Infinity;
    const next = [...ids].sort((a, b) => readAt(a) - readAt(b)).slice(0, maxNeighboursRead);
    for (const id of next) {
      if (budget.leftAt(performance.now()) <= readsOfOwn) return;
      const view = await this.#read(client.readEmpire(id, { signal }));
      this.#known.set(id, { view, readAt: performance.now() });
    }
  }

  #seatsOfOthers(mapView: MapView): SeatView[] {
    return this.#seats
      .filter(({ holder }) => holder?.empire_id !== this.#options.empireId)
      .map((seat) => readSeat(seat, mapView, this.#known.get(seat.holder?.empire_id ?? '')?.view))
      .filter((seat) => seat !== null);
  }

  #neighboursOn(mapView: MapView, ids: readonly string[]): Neighbour[] {
    return ids
      .map((id) => this.#known.get(id))
      .filter((known) => known !== undefined)
      .map(({ view }) => readNeighbour(view, mapView));
  }
}
