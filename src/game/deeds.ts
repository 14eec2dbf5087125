/** Deeds: lasting signs of an empire, in five steps each. Game events raise their counts, which never fall. */
import { deedNames, type DeedName } from '../contract/vocabulary.ts';
import { dayMs } from '../kernel/time.ts';
import { partiesOf } from './battle-types.ts';
import { deedRules, type DeedRule } from './deed-rules.ts';
import type { Emit, GameEvent } from './events.ts';
import type { Deed, Empire, WorldSlice } from './types.ts';

const rulesByKind = new Map<GameEvent['kind'], [DeedName, DeedRule][]>();
for (const name of deedNames)
  for (const kind of deedRules[name].on)
    rulesByKind.set(kind, [...(rulesByKind.get(kind) ?? []), [name, deedRules[name]]]);

/** Whether an attack was called off. It counts for no deed, because a recall loads only the attacker. */
const isCalledOff = ({ battles }: WorldSlice, gameEvent: GameEvent): boolean =>
  gameEvent.kind === 'battle_decided' && battles.get(gameEvent.battleId)?.outcome?.result === 'called_off';

/** An emit that collects the events of a slice and notes the deeds of their empires, as these are at the event. */
export function collectInto(gameEvents: GameEvent[], world: WorldSlice): Emit {
  return (gameEvent) => {
    gameEvents.push(gameEvent);
    const rules = rulesByKind.get(gameEvent.kind);
    if (rules === undefined || isCalledOff(world, gameEvent)) return;
    for (const id of new Set('empireId' in gameEvent ? [gameEvent.empireId] : partiesOf(gameEvent))) {
      const empire = world.empires.get(id);
      if (empire?.kind === 'player') noteDeeds(world, empire, gameEvent, rules);
    }
  };
}

function noteDeeds(
  world: WorldSlice,
  empire: Empire,
  gameEvent: GameEvent,
  rules: readonly [DeedName, DeedRule][],
): void {
  for (const [name, { raise, steps }] of rules) {
    const { count: before, days } = empire.deeds[name] ?? { count: 0, days: [] };
    const count = raise(before, { world, empire, gameEvent });
    if (count <= before) continue;
    const reached = steps.filter((step) => count >= step).length;
    const today = Math.floor(gameEvent.at / dayMs);
    const newDays = Array.from({ length: Math.max(0, reached - days.length) }, () => today);
    empire.deeds = { ...empire.deeds, [name]: { count, days: [...days, ...newDays] } };
  }
}

export interface DeedProgress extends Deed {
  name: DeedName;
  /** The count that reaches the next step; null after the last one. */
  next: number | null;
}

/** All deeds with their progress, those with a count of 0, too. */
export function deedsOf({ deeds }: Pick<Empire, 'deeds'>): DeedProgress[] {
  return deedNames.map((name) => {
    const { count, days } = deeds[name] ?? { count: 0, days: [] };
    return { name, count, days, next: deedRules[name].steps[days.length] ?? null };
  });
}
