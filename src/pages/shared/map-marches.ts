/**
 * The viewer's marches, incoming attacks, attacks of allies on seats and the latest battles. Other marches are secret.
 */
import type { BattleListRow } from '../../battle/queries.ts';
import type { Empire, March } from '../../game/types.ts';
import { hourMs, minuteMs } from '../../kernel/time.ts';
import type { EmpireState } from '../../world/read.ts';
import { symbolOf } from './army-details.ts';
import { toBattleSummary } from './battle-summary.ts';
import { tagged } from './formatters.ts';
import { toPoint, type Point } from './land.ts';
import type { WindowRow } from './map-queries.ts';

/** Null for a visitor. */
export interface MapReader {
  empire: Empire | null;
  world: Pick<EmpireState['world'], 'radius' | 'speed'>;
  now: number;
}

/** From the centre of a city to the ends of paths, in units. */
const clearance = 19;
const maxTicks = 40;

const round = (value: number): number => Math.round(value * 10) / 10;
const write = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** With a tick for every full hour left; null if the path is too short. */
function drawPath(from: Point, to: Point, here: Point, signSize: number, leftMs: number) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const gap = clearance * signSize;
  if (length < 2 * gap + 4) return null;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const on = (distance: number): Point => ({ x: from.x + ux * distance, y: from.y + uy * distance });
  const end = on(length - gap);
  const gone = Math.hypot(here.x - from.x, here.y - from.y);
  const hour = ((length - gone) * hourMs) / Math.max(1, leftMs);
  const wing = (side: 1 | -1): string => {
    const [back, out] = [-8 * signSize, 5 * signSize * side];
    return `M${write(end)}l${round(ux * back - uy * out)} ${round(uy * back + ux * out)}`;
  };
  const ticks: string[] = [];
  for (let at = gone + hour; at < length - gap - 8 && ticks.length < maxTicks; at += hour) {
    const { x, y } = on(at);
    const half = 6 * signSize;
    ticks.push(
      `M${round(x - uy * half)} ${round(y + ux * half)}l${round(2 * uy * half)} ${round(-2 * ux * half)}`,
    );
  }
  return { start: on(gap), end, tip: wing(1) + wing(-1), hours: ticks.join('') };
}

function drawMarch(march: March, now: number, signSize: number) {
  const { departsAt, arrivesAt } = march;
  const [from, to] = [toPoint(march.from), toPoint(march.to)];
  const total = Math.max(1, arrivesAt - departsAt);
  const done = Math.min(Math.max((now - departsAt) / total, 0), 1);
  const here = { x: round(from.x + (to.x - from.x) * done), y: round(from.y + (to.y - from.y) * done) };
  // Null while the army does not move.
  const path = now < departsAt ? null : drawPath(from, to, here, signSize, arrivesAt - now);
  return { departsAt, arrivesAt, from, to, here, path };
}

const verbs = { move: 'marches', attack: 'marches to attack', return: 'comes home' };

/** `text` is for screen readers. */
function ownWords(name: string, march: March, now: number): { label: string; text: string } {
  const isFighting = march.kind === 'return' && now < march.departsAt;
  const label = isFighting ? `${name} fights` : march.kind === 'return' ? `${name}, home` : name;
  return { label, text: `${name}, yours, ${isFighting ? 'fights' : verbs[march.kind]}` };
}

/** Attacks on one tile share one caption with their number, at the first to arrive. */
function captionSieges<Attack extends { label: string; to: Point }>(attacks: readonly Attack[]) {
  return attacks.map((attack) => {
    const siege = attacks.filter(({ to }) => to.x === attack.to.x && to.y === attack.to.y);
    const label = siege.length === 1 ? attack.label : `${siege.length} attackers`;
    return { ...attack, label: siege[0] === attack ? label : null };
  });
}

/** A cancelled march disappears with the next read. */
export function toMarches(
  { empire, now }: MapReader,
  { attacks, ally_attacks: allyAttacks }: Pick<WindowRow, 'attacks' | 'ally_attacks'>,
  signSize: number,
) {
  const own = (empire?.armies ?? []).flatMap(({ id, name, units, march }) => {
    if (march === null) return [];
    const words = { ...ownWords(name, march, now), what: 'yours' };
    return [{ id, side: 'own', symbol: symbolOf(units), ...words, ...drawMarch(march, now, signSize) }];
  });
  /** Its units are secret until contact. */
  const drawAttack = (attack: WindowRow['attacks'][number], side: 'foe' | 'ally', what: string) => {
    const label = tagged(attack.empire_name, attack.alliance_tag);
    const text = `${label}${side === 'ally' ? ',' : ''} ${what}`;
    const drawn = drawMarch(attack.march, now, signSize);
    return { id: attack.id, side, symbol: 'unknown', label, text, what, ...drawn };
  };
  return [
    ...own,
    ...captionSieges([
      ...attacks.map((attack) => drawAttack(attack, 'foe', 'attacks you')),
      ...allyAttacks.map((attack) => drawAttack(attack, 'ally', 'your ally, attacks a seat')),
    ]),
  ];
}

/** Real time. */
const markedMs = 30 * minuteMs;

/**
 * The latest battle of each tile.
 * @param rows newest first
 */
export function toFought({ empire, now }: EmpireState, rows: readonly BattleListRow[]) {
  const marks = rows
    .filter(({ result }) => result !== 'called_off')
    .map((row) => toBattleSummary(empire, row, now))
    .filter(({ result, ends_at: endsAt }) => result !== null && endsAt !== null && endsAt >= now - markedMs)
    .map((battle) => ({ ...battle, ...toPoint(battle) }));
  return marks.filter(({ x, y }, index) => marks.findIndex((mark) => mark.x === x && mark.y === y) === index);
}
