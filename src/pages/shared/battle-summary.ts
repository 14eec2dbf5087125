/** A battle as one line, from a participant's side, for the alarm, the upcoming list and the battle list. */
import type { BattleItem } from '../../contract/battle.ts';
import type { BattleResult, Role } from '../../contract/vocabulary.ts';
import type { Empire } from '../../game/types.ts';
import { placeText, tagged } from './formatters.ts';

const resultWords = {
  attacker_won: { attacker: 'Won', defender: 'Lost' },
  defender_won: { attacker: 'Lost', defender: 'Won' },
  draw: { attacker: 'Draw', defender: 'Draw' },
  called_off: { attacker: 'Called off', defender: 'Called off' },
} satisfies Record<BattleResult, Record<Role, string>>;

function outcomeOf(result: BattleResult | null, role: Role): 'won' | 'lost' | 'none' {
  if (result !== 'attacker_won' && result !== 'defender_won') return 'none';
  return result === `${role}_won` ? 'won' : 'lost';
}

export function toBattleSummary(empire: Empire, item: BattleItem) {
  const role: Role = item.attacker_id === empire.id ? 'attacker' : 'defender';
  return {
    id: item.id,
    role,
    enemy:
      role === 'attacker'
        ? tagged(item.defender_name, item.defender_tag)
        : tagged(item.attacker_name, item.attacker_tag),
    enemyId: role === 'attacker' ? item.defender_id : item.attacker_id,
    /** The name of an own city, else the tile. */
    place: placeText(empire, item.location),
    tile: item.location,
    phase: item.phase,
    orderedAt: Date.parse(item.started_at),
    contactAt: Date.parse(item.contact_at),
    /** When the last round is shown; null before contact. */
    endsAt: item.ends_at === null ? null : Date.parse(item.ends_at),
    /** In words, from the viewer's side; null until the battle ends. */
    result: item.result === null ? null : resultWords[item.result][role],
    outcome: outcomeOf(item.result, role),
  };
}

export type BattleSummary = ReturnType<typeof toBattleSummary>;
