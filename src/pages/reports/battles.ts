/** The viewer's battles: active ones by their next event, then finished ones, the latest order first. */
import { roundsShown } from '../../battle/present.ts';
import { selectOwnBattles, sidesOfList, type OwnBattleRow } from './battle-queries.ts';
import { stripOf } from '../../shared-ui/strength.ts';
import type { Outcome } from '../../game/battle-types.ts';
import type { Empire } from '../../game/types.ts';
import { readBefore } from '../shared/forms.ts';
import type { PageContextOf } from '../framework/page.ts';
import { amountsText } from '../shared/formatters.ts';
import { fightOf, toBattleSummary } from '../shared/battle-summary.ts';

const maxListed = 100;

/** What may be shown of a fight under way; rounds of a guard come first. */
function roundsUntil({ guard, rounds }: Outcome, shown: number) {
  const shownOfGuard = guard === undefined ? null : { ...guard, rounds: guard.rounds.slice(0, shown) };
  return { guard: shownOfGuard, last_round: rounds[shown - (guard?.rounds.length ?? 0) - 1] ?? null };
}

function toRow(empire: Empire, row: OwnBattleRow, now: number, speed: number) {
  const summary = toBattleSummary(empire, row, now);
  const shown = row.on_show === null ? 0 : roundsShown(row.on_show, now, speed);
  const { own, foe, isOfGuard } = fightOf(
    empire.id,
    summary.role,
    row.on_show === null ? row : { ...row, ...roundsUntil(row.on_show, shown) },
  );
  const isFought = own.units + foe.units > 0 && summary.phase !== 'marching';
  return {
    ...summary,
    isFought,
    /** The losses are those of the guard of another empire. */
    isOfGuard,
    own,
    foe,
    round: shown,
    strip: isFought ? stripOf(own.strength, foe.strength) : null,
    loot: summary.phase === 'completed' && row.loot !== null ? amountsText(row.loot) : '',
  };
}

export async function readBattles({ services, fields, empireState: { empire } }: PageContextOf['player']) {
  const now = services.clock.now();
  const sides = sidesOfList.find((candidate) => candidate === fields.side) ?? 'all';
  const before = readBefore(fields);
  const range = { empireId: empire.id, sides, before, limit: maxListed + 1 };
  const rows = await selectOwnBattles(services.pool, range, now);
  const shown = rows.slice(0, maxListed);
  const battles = shown.map((row) => toRow(empire, row, now, services.settings.speed));
  const dueAt = ({ contact_at: contactAt, ends_at: endsAt }: (typeof battles)[number]): number =>
    endsAt ?? contactAt;
  return {
    sides,
    isNewest: before === Number.MAX_SAFE_INTEGER,
    older: rows.length > maxListed ? (shown.at(-1)?.number ?? null) : null,
    active: battles.filter(({ phase }) => phase !== 'completed').sort((a, b) => dueAt(a) - dueAt(b)),
    finished: battles.filter(({ phase }) => phase === 'completed'),
  };
}
