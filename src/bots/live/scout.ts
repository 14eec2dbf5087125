/**
 * Reads the sight of a bot through the public client, within its budget: each turn its empire, battles and map, the
 * armies that attack it, and a few neighbours in rotation.
 */
import type { z } from 'zod';
import {
  unwrap,
  type Result,
  type BattleItem,
  type EmpireView,
  type SeatView as SeatItem,
} from '../../client/client.ts';
import type { map } from '../../contract/map.ts';
import { emptyEmpire } from '../../game/founding/founding.ts';
import { distance, sameTile } from '../../game/march/map.ts';
import type { Empire, Tile } from '../../game/types.ts';
import { noUnits } from '../../game/counts.ts';
import { maxSeatTiles } from '../mind/seats.ts';
import {
  isInSight,
  latestBattles,
  sightTiles,
  toNeighbour,
  toSeatView,
  type SeatView,
  type Sight,
  type Threat,
  type VisibleEmpire,
  type AlliedThreat,
} from '../mind/sight.ts';
import { isInReach } from '../mind/targets.ts';
import type { BotDeps } from './budget.ts';
import { toBattleRecord, toEmpire, toHeldSeat } from './to-empire.ts';

type MapView = z.infer<typeof map>;

/** Of the own empire, armies and battles, of the map, of the seats, and of the threats of an alliance. */
const readsOfOwn = 6;
/** Turns for one read of the seats. */
const turnsPerSeats = 5;
/** The maximum of the route. */
const maxSeats = 1000;
/** Maximum reads of neighbours and attackers in one turn. */
const maxNeighboursRead = 4;
const maxThreatsRead = 2;
export const readsPerTurn = readsOfOwn + maxNeighboursRead + maxThreatsRead;

interface KnownEmpire {
  view: EmpireView;
  readAt: number;
}

export class Scout {
  readonly #deps: BotDeps;
  readonly #empireId: string;
  readonly #world: { speed: number; radius: number };
  readonly #known = new Map<string, KnownEmpire>();
  /** Those that its armies may attack. */
  #seats: readonly SeatItem[] = [];
  #turns = 0;

  constructor(deps: BotDeps, empireId: string, world: { speed: number; radius: number }) {
    this.#deps = deps;
    this.#empireId = empireId;
    this.#world = world;
  }

  canObserve(): boolean {
    return this.#deps.reads.left >= readsOfOwn;
  }

  /** Throws an Error whose `cause` is the Refusal of the failed read. */
  async observe(nextTurnMs: number): Promise<Sight> {
    const { client, signal } = this.#deps;
    const empireId = this.#empireId;
    const [view, military, { battles }] = await Promise.all([
      this.#read(client.readEmpire(empireId, { signal })),
      this.#read(client.readMilitary(empireId, { signal })),
      this.#read(client.listBattles({ empire_id: empireId, limit: latestBattles }, { signal })),
    ]);
    const own = toEmpire(view, military.armies, battles);
    const { x, y } = own.cities[0] ?? { x: 0, y: 0 };
    const mapView = await this.#read(client.readMap({ x, y, radius: sightTiles }, { signal }));
    const threats = await this.#readThreats(battles, own);
    if (this.#turns % turnsPerSeats === 0) {
      const { seats } = await this.#read(client.listSeats({ limit: maxSeats }, { signal }));
      this.#seats = seats.filter(
        ({ location, guard }) =>
          own.cities.some((city) => distance(city, location) <= maxSeatTiles) &&
          // The map shows no guard out of sight.
          (guard === null || isInSight(own, location)),
      );
    }
    this.#turns += 1;
    const holders = this.#seats.flatMap(({ holder }) => (holder === null ? [] : [holder.empire_id]));
    const around = empiresAround(mapView, own);
    await this.#readNeighbours(new Set([...holders.filter((id) => id !== empireId), ...around]));
    const visible = new Map(
      [...this.#known].map(([id, { view: known }]) => [id, toVisible(known, mapView)] as const),
    );
    return {
      now: own.advancedAt,
      ...this.#world,
      nextTurnMs,
      own,
      neighbours: around
        .map((id) => visible.get(id))
        .filter((empire) => empire !== undefined)
        .map((empire) => toNeighbour(own, empire)),
      cities: [...mapView.cities.filter((city) => city.empire_id !== empireId), ...this.#seats].map(
        ({ location }) => location,
      ),
      ...threats,
      battles: battles.map(toBattleRecord),
      seats: this.#seatsOfOthers(own, visible),
    };
  }

  /** The account of the person who owns this city in sight; null for other owners. */
  personAt(cityId: string, { neighbours }: Sight): string | null {
    const owner = neighbours.find((each) => each.isPerson && each.cities.some(({ id }) => id === cityId));
    return owner === undefined ? null : (this.#known.get(owner.id)?.view.owner_id ?? null);
  }

  async #read<Data>(call: Promise<Result<Data>>): Promise<Data> {
    this.#deps.reads.spend();
    return unwrap(await call);
  }

  /**
   * Attacks before their contact, with the attacking armies, which are public; without those on places that this empire
   * guards.
   */
  async #readThreats(
    battles: readonly BattleItem[],
    own: Empire,
  ): Promise<Pick<Sight, 'threats' | 'alliedThreats'>> {
    const { client, reads, signal } = this.#deps;
    const empireId = this.#empireId;
    let armiesRead = 0;
    const toThreat = async (battle: BattleItem): Promise<Threat> => {
      const { attacker_id, defender_id, location, contact_at } = battle;
      const isRead = (armiesRead += 1) <= maxThreatsRead && reads.left > 0;
      const armies = isRead ? (await this.#read(client.readMilitary(attacker_id, { signal }))).armies : [];
      const army = armies.find(
        ({ destination, arrives_at }) =>
          destination !== undefined && sameTile(destination, location) && arrives_at === contact_at,
      );
      return {
        attackerId: attacker_id,
        tile: location,
        contactAt: Date.parse(contact_at),
        units: army?.units ?? null,
        isGuarded: defender_id !== empireId,
      };
    };
    const guards = (tile: Tile): boolean =>
      own.armies.some((army) => army.guards !== null && army.march === null && sameTile(army, tile));
    const threats: Threat[] = [];
    for (const battle of battles) {
      const isComing = battle.attacker_id !== empireId && battle.phase === 'marching';
      if (isComing && !guards(battle.location)) threats.push(await toThreat(battle));
    }
    const alliedThreats: AlliedThreat[] = [];
    const allianceId = own.membership?.allianceId ?? null;
    if (allianceId === null || reads.left <= 0) return { threats, alliedThreats };
    const listed = await this.#read(client.listThreats(allianceId, { signal }));
    for (const threat of listed.threats) {
      const { attacker_id, holder, target_type: type, target_id: id, guard } = threat;
      if (holder.empire_id === empireId || attacker_id === empireId || type === 'army') continue;
      const isGuarded = guard !== null;
      const place = { place: { type, id }, holder: { id: holder.empire_id, allianceId }, isGuarded };
      alliedThreats.push({ ...(await toThreat(threat)), ...place });
    }
    return { threats, alliedThreats };
  }

  /** Reads the empires whose last read is the oldest. */
  async #readNeighbours(ids: ReadonlySet<string>): Promise<void> {
    const { client, reads, signal } = this.#deps;
    const readAt = (id: string): number => this.#known.get(id)?.readAt ?? -Infinity;
    const next = [...ids].sort((a, b) => readAt(a) - readAt(b)).slice(0, maxNeighboursRead);
    for (const id of next) {
      if (reads.left <= readsOfOwn) return;
      const view = await this.#read(client.readEmpire(id, { signal }));
      this.#known.set(id, { view, readAt: performance.now() });
    }
  }

  /** Without those whose holder is not known yet. */
  #seatsOfOthers(own: Empire, visible: ReadonlyMap<string, VisibleEmpire>): SeatView[] {
    return this.#seats.flatMap((seat) => {
      if (seat.holder?.empire_id === this.#empireId) return [];
      const holder = seat.holder === null ? keeperOf(seat) : visible.get(seat.holder.empire_id);
      const attacks = seat.attacks
        .filter(({ empire_id }) => empire_id !== this.#empireId)
        .map(({ contact_at, value }) => ({ contactAt: Date.parse(contact_at), value }));
      return holder === undefined ? [] : [toSeatView(own, toHeldSeat(seat), holder, attacks)];
    });
  }
}

/** Other players, and the villages near its cities. */
function empiresAround({ cities }: MapView, own: Empire): string[] {
  const around = cities.filter(({ kind, location }) => kind === 'player' || isInReach(own, location));
  return [...new Set(around.map(({ empire_id }) => empire_id))].filter((id) => id !== own.id);
}

export function toVisible(view: EmpireView, { cities, armies }: MapView): VisibleEmpire {
  const standing = armies.filter(({ empire_id }) => empire_id === view.id);
  return {
    empire: toEmpire(view, standing, []),
    isPerson: cities.some(
      ({ empire_id, kind, is_bot }) => empire_id === view.id && kind === 'player' && !is_bot,
    ),
    score: view.score,
    units: view.military.units_by_type,
  };
}

/** The API does not show the keeper of a seat; its militia is a rule. */
function keeperOf({ id }: SeatItem): VisibleEmpire {
  const empire = emptyEmpire({ id, kind: 'keeper', name: 'keeper', ownerId: 'system' }, 0);
  return { empire, isPerson: false, score: 0, units: noUnits() };
}
