/** Reports from the pages of what is reported to those who handle them: the badge, the list by account, the acts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { foundAlliance } from '../support/alliances.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createWriter, write, type Writer } from '../support/messages.ts';
import { createPlayer } from '../support/players.ts';
import { usePushService } from '../support/push-service.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const service = usePushService();
const game = useTestGame(() => ({ pushServices: [service.origin] }));
const ann = useOne(() => createWriter(game));
const bob = useOne(() => createWriter(game));
const cat = useOne(() => createWriter(game));

async function createModerator() {
  const player = await createPlayer(game);
  await game.query(`UPDATE users SET role = 'moderator' WHERE username = $1`, player.username);
  return { ...player, browser: new Browser(game, player.cookie) };
}
const moderator = useOne(createModerator);
const browserOf = ({ cookie }: Writer) => new Browser(game, cookie);
const badgeOf = async (browser: Browser) =>
  /title="Reported players".*?<span class="badge">(\d+)/s.exec((await browser.open('/rules')).html)?.[1] ??
  null;
const reportRows = () =>
  game.query<{ id: number; kind: string; reported: string }>(
    `SELECT reports.id::int, kind, username AS reported FROM reports JOIN users ON users.id = reported_id
     WHERE handled_at IS NULL ORDER BY reports.id`,
  );

let allianceId: string;
beforeAll(async () => {
  await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'A vile description' });
  allianceId = await foundAlliance(ann);
});

describe('a player', () => {
  it('reports an empire, its city and its alliance from their pages', async () => {
    expect(await badgeOf(moderator.browser)).toBeNull();
    const browser = browserOf(bob);
    const path = `/empire/${ann.empireId}`;
    const { html } = await browser.open(path);
    for (const target of [`empire:${ann.empireId}`, `city:${ann.capitalId}`])
      expect(html).toContain(`value="${target}"`);
    const fields = { target: `empire:${ann.empireId}`, reason: 'Vile words' };
    const sent = await browser.submit(`${path}/report`, fields);
    expect(wordsOf(partOf(sent, 'report'))).toContain(
      'Reported. The operator sees name and description as they are now.',
    );
    // Between the reports about Ann, one about Cat.
    const { thread_id } = (await write(cat, bob, 'Rude')).body;
    await bob.send('POST', `/api/thread/${thread_id}/report`, { number: 1 });
    await browser.submit(`${path}/report`, { target: `city:${ann.capitalId}` });
    const alliance = await browser.submit(`/alliance/${allianceId}/report-name`, {
      target: `alliance:${allianceId}`,
    });
    expect(wordsOf(partOf(alliance, 'report'))).toContain('Reported.');
    expect((await reportRows()).map(({ kind }) => kind)).toEqual(['empire', 'message', 'city', 'alliance']);
  });

  it('has no form for the own empire and alliance, or without a session', async () => {
    const own = browserOf(ann);
    for (const path of [`/empire/${ann.empireId}`, `/alliance/${allianceId}`])
      for (const browser of [own, new Browser(game)])
        expect((await browser.open(path)).html).not.toContain('Report to the operator');
  });

  it('sees no badge', async () => {
    expect(await badgeOf(browserOf(bob))).toBeNull();
  });
});

describe('a moderator', () => {
  it('sees the number of open reports on every page, and the list by account, the oldest first', async () => {
    expect(await badgeOf(moderator.browser)).toBe('4');
    const { html } = await moderator.browser.open('/admin/reports');
    const heads = [...html.matchAll(/id="reported-\d+-title">([^<]*)<[^]*?class="aside">([^<]*)</g)];
    expect(heads.map(([, name, count]) => [name, count])).toEqual([
      [ann.username, '3 reports'],
      [cat.username, 'one report'],
    ]);
    expect(wordsOf(html)).toContain('A vile description');
    expect([...html.matchAll(/<article id="report-(\d+)"/g)].map(([, id]) => Number(id))).toEqual(
      [0, 2, 3, 1].map((place) => ids[place]),
    );
  });

  let ids: number[] = [];
  beforeAll(async () => {
    ids = (await reportRows()).map(({ id }) => id);
  });

  it('turns the pages by accounts', async () => {
    const first = (await moderator.browser.open('/admin/reports')).html;
    const [, id = ''] = /id="reported-(\d+)"/.exec(first) ?? [];
    const { html } = await moderator.browser.open(`/admin/reports?after=${id}`);
    expect([html.includes(`>${ann.username}<`), html.includes(`>${cat.username}<`)]).toEqual([false, true]);
  });

  it('takes a description away with the name as it was, which handles the report', async () => {
    const { html } = await moderator.browser.open('/admin/reports');
    const link = /href="(\/admin\/act\/empire-rename[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await moderator.browser.open(link)).html).toContain('Clear description');
    const fields = Object.fromEntries(new URL(link, game.url).searchParams);
    const { name } = await ann.read<{ name: string }>(`/api/empire/${ann.empireId}`);
    const act = { ...fields, name, clearDescription: 'on', reason: 'Vile' };
    expect((await moderator.browser.sendForm('/admin/act/empire-rename', act)).location).toBe(
      '/admin/reports',
    );
    expect(await ann.read(`/api/empire/${ann.empireId}`)).toMatchObject({ name, description: null });
    const [audited] = await game.query(
      `SELECT details FROM admin_actions WHERE command = 'empire rename' ORDER BY id DESC LIMIT 1`,
    );
    expect(audited).toMatchObject({ details: { description: 'A vile description' } });
    expect(await badgeOf(moderator.browser)).toBe('3');
  });

  it('hears at once, once for each account, in a browser that receives alarms; a player never does', async () => {
    await game.query('UPDATE reports SET handled_at = 1');
    const hearing = await createModerator();
    for (const [listener, device] of [
      [hearing, 'staff'],
      [bob, 'bob'],
    ] as const)
      await listener.send('POST', '/api/alarms/devices', { ...service.subscribe(device), name: 'Phone' });
    const send = async (type: string, id: string) => {
      expect((await cat.send('POST', '/api/reports', { target_type: type, target_id: id })).status).toBe(200);
    };
    const heard = async (device: string) => {
      await game.instance.alarms.catchUp();
      return service.to(device).map(({ title, path }) => [title, path]);
    };
    await send('empire', ann.empireId);
    await expect.poll(() => heard('staff')).toEqual([['A player is reported', '/admin/reports']]);
    await send('city', ann.capitalId);
    await send('empire', bob.empireId);
    await expect.poll(async () => (await heard('staff')).length).toBe(2);
    expect(await heard('bob')).toEqual([]);
    expect((await hearing.read<{ alarms: object[] }>('/api/alarms')).alarms).toHaveLength(2);
    expect(
      (await bob.read<{ alarms: { kind: string }[] }>('/api/alarms')).alarms.map(({ kind }) => kind),
    ).not.toContain('report');
  });

  it('hears also after having chosen other alarms as a player', async () => {
    const player = await createPlayer(game);
    await player.send('PUT', '/api/alarms/settings', {
      kinds: ['attack'],
      shows_names: false,
      mail: { attacks: false },
    });
    const kinds = async () => (await player.read<{ kinds: string[] }>('/api/alarms/settings')).kinds;
    expect(await kinds()).toEqual(['attack']);
    await game.query(`UPDATE users SET role = 'moderator' WHERE username = $1`, player.username);
    expect(await kinds()).toEqual(['attack', 'report']);
  });
});
