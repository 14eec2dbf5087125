/** GET /api/search and its page: empires, cities and players by the beginning of their names. */
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '../../src/account/deletion.ts';
import type { SearchResponse } from '../../src/contract/search.ts';
import { askCommand } from '../support/admin.ts';
import { enlist } from '../support/alliances.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire, userIdOf } from '../support/players.ts';
import { Browser, wordsOf } from '../pages/browser.ts';

const game = useTestGame({ unsound: 'alliances have no members' });
let ann: Ruler;
const names = ['Zeta one', 'ZETA two', 'Zêta', 'Zetb', '100%_zeta'];

beforeAll(async () => {
  for (const [index, name] of names.entries()) {
    ann = await createEmpire(game, { x: index * 40, y: 0 });
    await ann.send('PUT', `/api/empire/${ann.empireId}`, { name });
    await ann.send('PUT', `/api/city/${ann.capitalId}`, { name: index < 3 ? 'Zeta city' : name });
  }
});

const search = async (query: string): Promise<SearchResponse> =>
  (await ann.send<SearchResponse>('GET', `/api/search?${query}`)).body;
const found = async (query: string): Promise<string[]> =>
  (await search(query)).results.map(({ type, name }) => `${type} ${name}`);

describe('the search', () => {
  it('finds empires and cities by the beginning of the name, ignoring case, in its order', async () => {
    expect(await found('name=zETa')).toEqual([
      'city Zeta city',
      'city Zeta city',
      'city Zeta city',
      'empire Zeta one',
      'empire ZETA two',
    ]);
  });

  it('finds players, with their empires', async () => {
    const { results } = await search(`name=${ann.username.slice(0, 4)}`);
    expect(results.at(-1)).toMatchObject({ type: 'player', location: null });
    expect(results.find(({ name }) => name === ann.username)).toMatchObject({
      empire_id: ann.empireId,
      empire_name: '100%_zeta',
      score: 39,
    });
  });

  it('says where a city is, and whose', async () => {
    const { results } = await search('name=zetb');
    expect(results.map(({ type }) => type)).toEqual(['city', 'empire']);
    expect(results[0]).toMatchObject({ location: { x: 120, y: 0 }, empire_name: 'Zetb' });
  });

  it('takes the text as it is, without patterns', async () => {
    expect(await found('name=100%25_')).toHaveLength(2);
    expect(await found('name=%25')).toEqual([]);
    expect(await found('name=_eta')).toEqual([]);
  });

  it('leaves out villages', async () => {
    const rows = await game.query<{ name: string }>('SELECT name FROM cities WHERE id = empire_id');
    for (const { name } of rows.slice(0, 3)) expect(await found(`name=${name}`)).toEqual([]);
  });

  it('leaves out the owners that replace deleted accounts', async () => {
    const gone = await createEmpire(game, { x: 400, y: 0 });
    const account = { id: await userIdOf(game, gone), empire_id: gone.empireId };
    expect(await deleteAccount(game.instance.services, account)).toBe(true);
    for (const name of ['deleted', '[deleted', gone.username])
      expect(await found(`name=${name}`)).toEqual([]);
  });

  it.each([1, 2, 3])('continues in pages of %i without a gap or a repetition', async (limit) => {
    const whole = (await search('name=z')).results.map(({ id }) => id);
    const seen: string[] = [];
    let after = '';
    for (let page = 0; page < 10; page += 1) {
      const { results, next } = await search(`name=z&limit=${limit}${after}`);
      seen.push(...results.map(({ id }) => id));
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(seen).toEqual(whole);
    expect(whole).toHaveLength(8);
  });

  it('refuses a foreign cursor', async () => {
    const id = '00000000-0000-0000-0000-000000000000';
    for (const cursor of ['empire.5.x', `empire.${'-'.repeat(36)}.eg`, `empire.${id}.AA`, `city.${id}.egB6`])
      expect(await ann.send('GET', `/api/search?name=z&after=${cursor}`), cursor).toMatchObject({
        status: 400,
      });
  });
});

describe('alliances', () => {
  let owls: string;
  let cats: string;
  const namesOf = async (query: string): Promise<string[]> =>
    (await search(query)).alliances.map(({ name, tag }) => `${name} [${tag}]`);
  beforeAll(async () => {
    const leader = await createEmpire(game, { x: 0, y: 200 });
    const other = await createEmpire(game, { x: 40, y: 200 });
    const foundAs = async (ruler: Ruler, body: object): Promise<string> =>
      (await ruler.send<{ alliance: { id: string } }>('POST', '/api/alliances', body)).body.alliance.id;
    owls = await foundAs(leader, { name: 'Ündaunted Owls', tag: 'OWL' });
    cats = await foundAs(other, { name: 'Owlish Cats', tag: 'ÜCAT' });
    await enlist(leader, owls, ann);
  });

  it('are found by tag and by name, ignoring case, those by tag first', async () => {
    expect(await namesOf('name=owl')).toEqual(['Ündaunted Owls [OWL]', 'Owlish Cats [ÜCAT]']);
    expect(await namesOf(`name=${encodeURIComponent('üNDAUNTED')}`)).toEqual(['Ündaunted Owls [OWL]']);
    expect(await namesOf(`name=${encodeURIComponent('ücat')}`)).toEqual(['Owlish Cats [ÜCAT]']);
    expect(await namesOf('name=owlet')).toEqual([]);
  });

  it('have their members and the sum of their scores', async () => {
    const { alliances } = await search('name=OWL');
    const facts = { name: 'Ündaunted Owls', tag: 'OWL', member_count: 2, score: 78 };
    expect(alliances[0]).toEqual({ alliance_id: owls, ...facts });
  });

  it('are on the first page only, at most ten', async () => {
    await game.query(
      `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
       SELECT gen_random_uuid(), 'Zeal ' || n, 'zeal ' || n, 'Z' || n, 'z' || n, 0, 1 FROM generate_series(1, 12) AS n`,
    );
    const { alliances, next } = await search('name=z&limit=2');
    expect(alliances).toHaveLength(10);
    expect((await search(`name=z&limit=2&after=${String(next)}`)).alliances).toEqual([]);
  });

  it('are on the page', async () => {
    const { html } = await new Browser(game, ann.cookie).open('/search?name=owl');
    expect(wordsOf(html)).toContain('Ündaunted Owls [OWL] alliance, 2 members 78');
    expect(html).toContain(`href="/alliance/${owls}"`);
  });

  it('are found by their new name, and no more when they have ended', async () => {
    await askCommand(game, 'alliance', 'rename', 'OWL', 'Wise Birds');
    expect(await namesOf('name=wise')).toEqual(['Wise Birds [OWL]']);
    await game.query('UPDATE alliances SET members = 0, dissolved_at = 0 WHERE id = $1', cats);
    expect(await namesOf('name=owlish')).toEqual([]);
  });
});

describe('the page of the search', () => {
  it('lists what is found with links, and continues', async () => {
    const { html } = await new Browser(game, ann.cookie).open('/search?name=zeta');
    expect(wordsOf(html)).toMatch(/Zeta city city of (?:Zeta one|ZETA two|Zêta) \d+ \| 0 39/);
    expect(html).toContain(`href="/map?x=40&amp;y=0&amp;at=40,0#map-chosen"`);
    expect(html).toContain('value="zeta"');
  });

  it('says so if nothing is found, or the text is no name', async () => {
    const browser = new Browser(game, ann.cookie);
    expect(wordsOf((await browser.open('/search?name=qqq')).html)).toContain(
      'No empire, city, player or alliance has a name that begins so, and no village or seat near you.',
    );
    const wrong = await browser.open(`/search?name=${'x'.repeat(60)}`);
    expect(wrong.status).toBe(400);
    expect(wordsOf(wrong.html)).toContain('1 to 50 visible characters');
    expect((await browser.open('/search')).status).toBe(200);
  });
});
