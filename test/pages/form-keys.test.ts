/** Forms that arrive twice, and forms of a page that was made for another account. */
import { beforeAll, describe, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useOne, useTwoInstances, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { enrich, expose, setLevels, setUnits } from '../support/set-state.ts';
import { the } from '../support/worlds.ts';
import { Browser, type Fields, type Page } from './browser.ts';

const [first, second] = useTwoInstances();
const ann = useOne(() => createEmpire(first, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(first, { x: 20, y: 0 }));
let allianceId: string;
let bobsId: string;
let tokens = 0;

beforeAll(async () => {
  await enrich(first, ann.empireId);
  await setLevels(first, ann.capitalId, { town_hall: 8, barracks: 3, house: 9 });
  await setUnits(first, ann.armyId, { soldiers: 60 });
  for (const { empireId } of [ann, bob]) await expose(first, empireId);
  allianceId = await foundAlliance(ann);
  await enlist(ann, allianceId, bob);
  bobsId = (await bob.read<{ id: string }>('/api/user/profile')).id;
});

const keyOf = ({ html }: Page): string => the(/name="form_key" value="([^"]+)"/.exec(html)?.[1]);

interface Form {
  name: string;
  page: () => string;
  path: () => string;
  fields: () => Fields;
  /** SQL of the number of its effects. */
  count: string;
}

const forms: Form[] = [
  {
    name: 'a level',
    page: () => `/city/${ann.capitalId}`,
    path: () => `/city/${ann.capitalId}/build`,
    fields: () => ({ type: 'farm' }),
    count: `SELECT sum(jsonb_array_length(construction)) FROM cities`,
  },
  {
    name: 'units',
    page: () => `/city/${ann.capitalId}`,
    path: () => `/city/${ann.capitalId}/train`,
    fields: () => ({ unit_type: 'soldiers', quantity: 3 }),
    count: `SELECT sum(jsonb_array_length(training)) FROM cities`,
  },
  {
    name: 'a standing order',
    page: () => `/city/${ann.capitalId}`,
    path: () => `/city/${ann.capitalId}/wish`,
    fields: () => ({ unit_type: 'catapults', quantity: 2 }),
    count: `SELECT sum(jsonb_array_length(wishes -> 'list')) FROM empires`,
  },
  {
    name: 'a new army',
    page: () => '/armies',
    path: () => `/armies/${ann.armyId}/split`,
    fields: () => ({ soldiers: 5 }),
    count: `SELECT count(*) FROM armies`,
  },
  {
    name: 'a message',
    page: () => `/empire/${bob.empireId}`,
    path: () => `/empire/${bob.empireId}/message`,
    fields: () => ({ user_id: bobsId, text: 'Greetings' }),
    count: `SELECT count(*) FROM messages`,
  },
  {
    name: 'a message to the alliance',
    page: () => `/alliance/${allianceId}`,
    path: () => `/alliance/${allianceId}/write`,
    fields: () => ({ text: 'Hoot' }),
    count: `SELECT count(*) FROM messages`,
  },
  {
    name: 'an API token',
    page: () => '/account',
    path: () => '/account/tokens',
    fields: () => ({ name: `bot ${(tokens += 1)}`, scope: 'read', days: 30 }),
    count: `SELECT count(*) FROM sessions WHERE scope IS NOT NULL`,
  },
];

const countOf = async ({ count }: Form): Promise<number> =>
  Number(Object.values(the((await first.query(count))[0]))[0]);

describe.each(forms)('the form of $name', (form) => {
  it.each([
    ['at once', true],
    ['one after the other', false],
  ])('that arrives twice, %s, is carried out once', async (_, isAtOnce) => {
    const before = await countOf(form);
    const [browser, other] = [new Browser(first, ann.cookie), new Browser(second, ann.cookie)];
    const fields = { ...form.fields(), form_key: keyOf(await browser.open(form.page())) };
    const once = browser.sendForm(form.path(), fields);
    if (!isAtOnce) await once;
    const answers = await Promise.all([once, other.sendForm(form.path(), fields)]);
    for (const { status } of answers) expect([200, 302]).toContain(status);
    expect((await countOf(form)) - before).toBe(1);
  });

  it('is carried out again from the next page', async () => {
    const before = await countOf(form);
    const browser = new Browser(first, ann.cookie);
    const form_key = keyOf(await browser.open(form.page()));
    expect([200, 302]).toContain(
      (await browser.sendForm(form.path(), { ...form.fields(), form_key })).status,
    );
    expect((await countOf(form)) - before).toBe(1);
  });

  it('is refused to another account, and changes nothing', async () => {
    const before = await countOf(form);
    const key = keyOf(await new Browser(first, ann.cookie).open(form.page()));
    const { status, html } = await new Browser(first, bob.cookie).sendForm(form.path(), {
      ...form.fields(),
      form_key: key,
    });
    expect([status, html]).toEqual([
      409,
      expect.stringContaining(`You are logged in as ${await nameOf(bob)} now`) as string,
    ]);
    expect(await countOf(form)).toBe(before);
  });
});

const nameOf = async ({ read }: Ruler): Promise<string> =>
  (await read<{ username: string }>('/api/user/profile')).username;

it('says that a form was carried out before', async () => {
  const browser = new Browser(first, ann.cookie);
  const fields = { name: 'Sparta', form_key: keyOf(await browser.open(`/city/${ann.capitalId}`)) };
  await browser.submit(`/city/${ann.capitalId}/name`, fields);
  const { html } = await browser.submit(`/city/${ann.capitalId}/name`, fields);
  expect(html).toContain('This form arrived twice, and was carried out once.');
});

it('has no key for visitors', async () => {
  expect((await new Browser(first).open('/login')).html).not.toContain('form_key');
});
