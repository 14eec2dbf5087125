import { toBattleView } from '../../battle/present.ts';
import { selectReport } from '../../battle/shares.ts';
import { maxRounds } from '../../game/fight/battle.ts';
import { tagged } from '../shared/formatters.ts';
import { definePage } from '../framework/page.ts';
import { readResultsOf } from '../shared/layout.ts';
import { toReport, type AskedFight } from './report.ts';
import { placeOf, remedyOf, toOpenGraph } from './report-words.ts';

function readRound(text: string | undefined): number | null {
  const round = /^\d{1,2}$/.test(text ?? '') ? Number(text) : null;
  return round !== null && round <= maxRounds ? round : null;
}

const readFight = (text: string | undefined): AskedFight =>
  text === 'guard' || text === 'holder' ? text : null;

export const battlePage = definePage('/battle/:battle_id', {
  section: 'reports',
  readers: 'guest',
  isShared: true,
  read: async ({ services, account: { baseUrl }, params, fields, empireState, viewer, isSeen, layout }) => {
    const row = await selectReport(services.pool, params.battle_id, { viewer, token: fields.share });
    const clock = { now: services.clock.now(), speed: services.settings.speed };
    const view = toBattleView(row, viewer?.userId ?? null, clock);
    const empire = empireState?.empire ?? null;
    const role =
      empire === null
        ? null
        : empire.id === row.attacker_id
          ? 'attacker'
          : [row.defender_id, row.ally_id].includes(empire.id)
            ? 'defender'
            : null;
    /** Of a reader who took no part. */
    const linkToken = role === null ? (fields.share ?? null) : null;
    const report = toReport(view, empire, role, readRound(fields.round), {
      asked: readFight(fields.fight),
      ally: row.ally_name === null ? null : tagged(row.ally_name, row.ally_tag),
    });
    const shownLayout = await layout;
    if (empireState !== null && shownLayout !== null && role !== null && view.phase === 'completed' && isSeen)
      await readResultsOf(services, empireState, shownLayout, view.id);
    return {
      title: linkToken !== null ? report.headline.text : `Battle at ${placeOf(view, null)}`,
      scripts: ['battle'],
      values: {
        ...report,
        remedy: remedyOf(view, role, empire),
        shareUrl: view.share === null ? null : baseUrl + view.share.path,
        linkToken,
        openGraph:
          linkToken === null
            ? null
            : toOpenGraph(view, report.headline.text, { origin: baseUrl, token: linkToken }),
      },
    };
  },
});
