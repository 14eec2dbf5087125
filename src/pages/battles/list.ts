/** The viewer's battles: active ones by their next event, then finished ones, newest first. */
import { roundsShown, toBattleItem } from '../../battle/present.ts';
import { selectOwnBattles, sidesOfList, type OwnBattleRow } from './queries.ts';
import { countOfAll, hitPointsOf, percentLeft, stripOf } from '../../shared-ui/strength.ts';
import type { Empire, Stacks } from '../../game/types.ts';
import { noStacks } from '../../game/battle.ts';
import { definePage } from '../framework/page.ts';
import { amountsText } from '../shared/formatters.ts';
import { drawStrip } from '../shared/battle-drawing.ts';
import { toBattleSummary } from '../shared/battle-summary.ts';

const maxListed = 100;

/** Both sides after the last round that may be shown, the viewer's first. */
function sidesOf(row: OwnBattleRow, isAttacker: boolean, shown: number) {
  const round = row.on_show === null ? row.last_round : (row.on_show.rounds[shown - 1] ?? null);
  const attacker = {
    start: row.attacker_start ?? noStacks(),
    left: round?.attacker.units ?? row.attacker_start,
  };
  const defender = {
    start: row.defender_start ?? noStacks(),
    left: round?.defender.units ?? row.defender_start,
  };
  const toSide = ({ start, left }: { start: Stacks; left: Stacks | null }) => ({
    units: countOfAll(start),
    lost: countOfAll(start) - countOfAll(left ?? start),
    strength: { start: hitPointsOf(start), left: hitPointsOf(left ?? start) },
  });
  const [own, foe] = isAttacker ? [attacker, defender] : [defender, attacker];
  return { own: toSide(own), foe: toSide(foe) };
}

function toRow(empire: Empire, row: OwnBattleRow, now: number, speed: number) {
  const summary = toBattleSummary(empire, toBattleItem(row, now));
  const shown = row.on_show === null ? 0 : roundsShown(row.on_show, now, speed);
  const { own, foe } = sidesOf(row, summary.role === 'attacker', shown);
  const isFought = own.units + foe.units > 0 && summary.phase !== 'marching';
  return {
    ...summary,
    isFought,
    own,
    foe,
    round: shown,
    percent: percentLeft(own.strength.left, own.strength.start),
    strip: isFought ? drawStrip(stripOf(own.strength, foe.strength)) : null,
    loot: summary.phase === 'completed' && row.loot !== null ? amountsText(row.loot) : '',
  };
}

export const battlesPage = definePage({
  path: '/battles',
  section: 'battles',
  readers: 'ruler',
  read: async ({ services, fields, empireState: { empire } }) => {
    const now = services.clock.now();
    const sides = sidesOfList.find((candidate) => candidate === fields.side) ?? 'all';
    const rows = await selectOwnBattles(services.pool, { empireId: empire.id, sides, limit: maxListed }, now);
    const battles = rows.map((row) => toRow(empire, row, now, services.settings.speed));
    const dueAt = ({ contactAt, endsAt }: (typeof battles)[number]): number => endsAt ?? contactAt;
    return {
      view: 'battles',
      title: 'Battles',
      values: {
        sides,
        maxListed,
        active: battles.filter(({ phase }) => phase !== 'completed').sort((a, b) => dueAt(a) - dueAt(b)),
        finished: battles.filter(({ phase }) => phase === 'completed'),
      },
    };
  },
});
