/** Every form of the pages: its notice after success, and the place of its refusal. */
import { describe, expect, it } from 'vitest';
import { countdown, lasting } from '../../src/shared-ui/numbers.ts';
import { useNew, useOne, useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire, createPlayer, openSession } from '../support/players.ts';
import { setLevels, setStock, unknownId } from '../support/set-state.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();

let created = 0;

/** A player with an empire, far from all others. */
function createRuler(): Promise<Ruler> {
  created += 1;
  return createEmpire(game, { x: (created % 30) * 60 - 900, y: 500 - 60 * Math.floor(created / 30) });
}

describe('a successful form', () => {
  const ruler = useNew(createRuler);
  const browser = useNew(() => new Browser(game, ruler.cookie));

  it('redirects to its place, and shows its notice there, once', async () => {
    const city = `/city/${ruler.capitalId}`;
    const answer = await browser.sendForm(`${city}/build`, { type: 'farm' });
    expect([answer.status, answer.location]).toEqual([302, `${city}#build-farm`]);
    const notice = '<p class="said notice" id="notice" role="status">Farm to level 2 is ordered.</p>';
    expect(partOf(await browser.open(city), 'build-farm')).toContain(notice);
    expect((await browser.open(city)).html).not.toContain('class="said');
  });

  it('of a script gets the changed page at once', async () => {
    await browser.open(`/city/${ruler.capitalId}`);
    const path = `/city/${ruler.capitalId}/build`;
    const page = await browser.sendForm(path, { type: 'farm' }, { 'x-refresh': 'shown' });
    expect([page.status, page.html]).toEqual([200, expect.stringMatching(/\/order\/[0-9a-f-]{36}/)]);
  });

  it('counts down to the completion of an order; cancelling it names the refund', async () => {
    const page = await browser.submit(`/city/${ruler.capitalId}/build`, { type: 'farm' });
    const [, until, text] = /data-until="(\d+)">([^<]*)</.exec(page.html) ?? [];
    const leftMs = Number(until) - game.clock.now();
    expect([leftMs > 1_000, text]).toEqual([true, countdown(leftMs)]);
    const order = /\/order\/([0-9a-f-]{36})/.exec(page.html)?.[1] ?? '';
    const after = await browser.submit(`/city/${ruler.capitalId}/order/${order}/cancel`);
    expect(partOf(after, 'queue')).toContain('Cancelled; 48 gold, 24 food, 80 materials');
  });

  it('counts from what is ordered at its row, and says on the overview how much follows', async () => {
    const rowOf = async () => wordsOf(partOf(await browser.open(`/city/${ruler.capitalId}`), 'build-farm'));
    const before = await rowOf();
    const [, one = '', two = ''] = /food\/h (\d+) →.*?: (\d+)/.exec(before) ?? [];
    for (let order = 0; order < 2; order += 1)
      await browser.submit(`/city/${ruler.capitalId}/build`, { type: 'farm' });
    const [, three = ''] = /food\/h (\d+) →/.exec(await rowOf()) ?? [];
    expect([Number(one) < Number(two), Number(two) < Number(three)]).toEqual([true, true]);
    expect(await browser.words('/dashboard')).toContain('1 more in its queue');
  });

  it('sends an army on a march, and recalls it', async () => {
    const page = await browser.submit(`/armies/${ruler.armyId}/move`, { x: 3, y: '−4' });
    expect(partOf(page, `army-${ruler.armyId}`)).toContain('Army 1 marches to 3\u00a0|\u2060\u00a0−4.');
    await game.pass(60_000);
    const recalled = await browser.submit(`/armies/${ruler.armyId}/recall`);
    expect(partOf(recalled, `army-${ruler.armyId}`)).toContain('Army 1 turns home.');
  });

  it('splits an army, with or without a name, and merges two', async () => {
    const path = `/armies/${ruler.armyId}`;
    const unnamed = await browser.submit(`${path}/split`, { soldiers: 5, archers: '', name: '' });
    expect(unnamed.html).toContain('Army 2 is formed of 5 soldiers.');
    const split = await browser.submit(`${path}/split`, { soldiers: 5, name: 'Vanguard' });
    const other = /<option value="([0-9a-f-]{36})">Vanguard/.exec(split.html)?.[1] ?? '';
    const page = await browser.submit(`${path}/merge`, { army_id: other });
    expect(page.html).toContain('Army 1 now has 15 soldiers, 10 archers.');
  });

  it('dismisses some units of an army, then all', async () => {
    const path = `/armies/${ruler.armyId}/dismiss`;
    const some = await browser.submit(path, { soldiers: 5, archers: '' });
    expect(partOf(some, `army-${ruler.armyId}`)).toContain('5 soldiers dismissed; Army 1 keeps 15 soldiers');
    const page = await browser.submit(path, { soldiers: 15, archers: 10 });
    expect(page.html).toContain('15 soldiers, 10 archers dismissed; the army is dissolved.');
    expect(page.html).toContain('You have no army');
  });

  it('changes name and description', async () => {
    const name = `Renamed ${ruler.username}`;
    const page = await browser.submit('/account/empire', { name, description: 'one\r\ntwo' });
    expect(page.html).toContain(`value="${name}"`);
    expect(page.html).toContain('>one\ntwo</textarea>');
  });

  it('ends another session', async () => {
    const elsewhere = new Browser(game, (await openSession(game, ruler.username)).cookie);
    const page = await browser.open('/account');
    const id = /\/account\/session\/([0-9a-f-]{36})\/end/.exec(page.html)?.[1] ?? '';
    expect(partOf(await browser.submit(`/account/session/${id}/end`), 'sessions')).toContain(
      'That device is logged out.',
    );
    expect(partOf(await browser.submit('/account/sessions/end-others'), 'sessions')).toContain(
      'All other devices are logged out.',
    );
    expect((await elsewhere.open('/dashboard')).location).toBe('/login');
  });
});

describe('a refused form', () => {
  const ruler = useOne(createRuler);
  const browser = useOne(() => new Browser(game, ruler.cookie));

  it.each<[Record<string, string | number>, path: string, status: number, place: string, text: string]>([
    [{ type: 'casino' }, 'city/build', 400, 'page-top', 'Type must be one of'],
    [{ type: 'stable' }, 'city/build', 409, 'build-stable', 'Needs town hall 3 and barracks 3.'],
    [{ unit_type: 'soldiers', quantity: '' }, 'city/train', 400, 'train', 'Quantity is required.'],
    [{ unit_type: 'soldiers', quantity: 1 }, 'city/train', 409, 'train', 'Needs barracks 1.'],
    [{}, `city/order/${unknownId}/cancel`, 404, 'queue', 'It is no longer there'],
    [{ x: 'there', y: '' }, 'army/move', 400, 'army-move', 'X must be a number. Y is required.'],
    [{}, 'army/recall', 409, 'army-recall', 'the army is not on the march'],
    [{ soldiers: 0 }, 'army/split', 400, 'army-split', 'at least one unit'],
    [{ archers: 11 }, 'army/split', 400, 'army-split', 'Archers: the army has fewer.'],
    [{ archers: 11 }, 'army/dismiss', 400, 'army-dismiss', 'Archers: the army has fewer.'],
    [{}, 'army/merge', 400, 'army-merge', 'The army is required'],
    [{ name: '' }, 'account/empire', 400, 'profile', 'Name must have at least 3 characters.'],
    [{ name: 'Two', x: 0, y: 0 }, 'dashboard/empire', 409, 'page-top', 'You already have an empire.'],
    [{}, `account/session/${unknownId}/end`, 404, 'sessions', 'It is no longer there'],
    [{}, 'armies/first/recall', 400, 'page-top', 'The army must be a UUID.'],
    [{ user_id: unknownId, text: '' }, 'empire/message', 400, 'page-top', 'Text must not be empty.'],
  ])('with %j at %s has the status %i, and at %s: %s', async (fields, path, status, place, text) => {
    const address = path
      .replace(/^city/, `city/${ruler.capitalId}`)
      .replace(/^army/, `armies/${ruler.armyId}`)
      // The page of the own empire has no form for a message.
      .replace(/^empire/, `empire/${ruler.empireId}`);
    const page = await browser.sendForm(`/${address}`, fields);
    expect(page.status).toBe(status);
    const part = partOf(page, place.replace(/^army/, `army-${ruler.armyId}`));
    expect(part).toMatch(/<p class="said refusal" id="refusal" role="alert">/);
    expect(part).toContain(text);
  });

  it.each([
    ['army', (r: Ruler) => `/armies/${r.armyId}/move`, { x: 0, y: 0 }],
    ['city as the next step', (r: Ruler) => `/dashboard/city/${r.capitalId}/build`, { type: 'farm' }],
  ])('refuses the %s of another player with 403', async (_case, path, fields) => {
    const { status, html } = await browser.sendForm(path(await createRuler()), fields);
    expect([status, html]).toEqual([403, expect.stringContaining('You do not own this.')]);
  });

  it('answers 404 for the city of another player', async () => {
    const path = `/city/${(await createRuler()).capitalId}`;
    const answers = [await browser.open(path), await browser.sendForm(`${path}/build`, { type: 'farm' })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('shows the founding form again to a player without an empire', async () => {
    const player = new Browser(game, (await createPlayer(game)).cookie);
    const page = await player.sendForm('/dashboard/empire', { name: 'ab', x: 'q', y: 2 });
    expect(page.status).toBe(400);
    expect(page.html).toContain('Name must have at least 3 characters. X must be a number.');
    expect(page.html).toMatch(/name="name"[^>]* value="ab"/);
  });
});

describe('a level that cannot be paid', () => {
  const ruler = useNew(createRuler);
  const readReason = async (): Promise<string> => {
    await setStock(game, ruler.empireId, { gold: 0, food: 80, materials: 500 });
    const page = await new Browser(game, ruler.cookie).open(`/city/${ruler.capitalId}`);
    return / id="build-quarry-reason">(.*?)<\/span>/.exec(page.html)?.[1] ?? '';
  };

  it('says when its price is there, and the page is renewed then', async () => {
    const reason = await readReason();
    const [, at = '', words] = /there in <time [^>]*data-lasting="(\d+)">([^<]*)/.exec(reason) ?? [];
    expect(reason).toMatch(/^\d+ gold missing; there in /);
    expect(lasting(Number(at) - game.clock.now())).toBe(words);
    game.clock.advance(Number(at) - game.clock.now());
    const page = await new Browser(game, ruler.cookie).open(`/city/${ruler.capitalId}`);
    expect(page.html).toMatch(/Raise to 2<span class="unseen">: Quarry/);
  });

  it('promises no time for a price that the stores cannot hold', async () => {
    await setLevels(game, ruler.capitalId, { town_hall: 20, house: 10, quarry: 15, warehouse: 0 });
    expect(await readReason()).toMatch(/ missing; the stores or the income are too small for it\.$/);
  });
});
