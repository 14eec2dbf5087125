/** Seats on pages, without JavaScript: the page of the world, the mark on the map, the panel of the tile, and the order. */
import { beforeAll, describe, expect, it } from 'vitest';
import { enrich, plantSeat, setUnits } from '../support/set-state.ts';
import { useTestGame, type Ruler, useOne } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';
import { dayMs, hourMs, the } from '../support/worlds.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
let bob: Ruler;
let seatId: string;
let heldSince: number;

const ann = useOne(() => createEmpire(game, { x: 0, y: 8 }));
beforeAll(async () => {
  bob = await createEmpire(game, { x: 8, y: 0 });
  await enrich(game, bob.empireId);
  await setUnits(game, bob.armyId, { soldiers: 500 });
  seatId = the((await game.query<{ id: string }>('SELECT id FROM seats'))[0]).id;
});

const visit = (path: string) => new Browser(game, bob.cookie).open(path);
const wordsIn = (path: string, part?: string, ruler: Ruler | null = bob) =>
  new Browser(game, ruler?.cookie).words(path, part);
const panel = '/map?at=0,0';
const panelWords = () => wordsIn(panel);
const nameOf = ({ username }: Ruler): string => `Empire of ${username}`;

/** Bob sends his army against the seat, from the map. */
const sendAttack = () =>
  new Browser(game, bob.cookie).submit('/map/attack', {
    ...{ x: 0, y: 0, zoom: 1, at: '0,0', army_id: bob.armyId, target: `seat:${seatId}` },
  });

describe('a seat of its keeper', () => {
  it.each([
    ['seats', 'Seat of Megaresos 0 | 0 its keeper 200 militia any time'],
    ['standings', 'Nobody has a crown yet'],
    ['hegemons', 'No reign has been won yet'],
  ])('is on the page without a login, without standings and Hegemon: %s', async (part, words) => {
    expect(await wordsIn('/world', part, null)).toContain(words);
  });

  it('is marked on the map', async () => {
    expect((await visit('/map?x=0&y=0')).html).toContain(
      'aria-label="Seat of Megaresos, held by its keeper, no truce"',
    );
  });

  it('shows its militia and an order on its tile', async () => {
    const { html } = await visit(panel);
    expect(wordsOf(html)).toContain('its keeper, 200 militia');
    expect(wordsOf(html)).toMatch(/Morale \d+ % \(a keeper counts as an empire with score 0\)/);
    expect(html).toContain(`value="seat:${seatId}"`);
  });
});

describe('a held seat', () => {
  beforeAll(async () => {
    heldSince = game.clock.now();
    await plantSeat(game, { number: 0, tile: { x: 0, y: 0 }, holderId: ann.empireId, heldSince });
    await game.pass(hourMs);
  });

  it('has its holder and its truce on the page', async () => {
    const name = nameOf(ann);
    expect(await wordsIn('/world', 'seats')).toMatch(
      new RegExp(`${name} since +truce for +Sign up for its end`),
    );
    expect(await wordsIn('/world', 'seats', ann)).toContain(`${name} you since`);
    for (const reader of [ann, null])
      expect(await wordsIn('/world', 'seats', reader)).not.toContain('Sign up for its end');
    expect(await wordsIn('/world', 'standings', ann)).toMatch(new RegExp(`1 ${name} you 1 1`));
  });

  it('shows the truce on its tile, and offers to sign up for its end', async () => {
    const words = await panelWords();
    expect(words).toContain('Seat truce for 7 h');
    expect(words).toContain('Sign up for the end of the truce ( )');
    expect((await visit(panel)).html).toMatch(
      /before the truce ends \(<time class="clock" [^>]+>[^<]+ UTC<\/time>\) waits/,
    );
  });

  it('shows on its tile and on the page who has signed up, with what, and the odds', async () => {
    await sendAttack();
    const signedUp = new RegExp(
      `${nameOf(bob)} you +500 soldiers; contact ?; takes it in 20 of 20 simulations`,
    );
    expect(await panelWords()).toMatch(signedUp);
    expect(await wordsIn('/world')).toMatch(signedUp);
    const cat = await createEmpire(game, { x: -8, y: 0 });
    await setUnits(game, cat.armyId, { soldiers: 10 });
    const order = { army_id: cat.armyId, target_type: 'seat', target_id: seatId };
    await cat.send('POST', '/api/battle', order);
    expect(await wordsIn('/world')).toMatch(/10 soldiers; contact ?; only if those before fail, takes it in/);
    await cat.send('POST', `/api/army/${cat.armyId}/recall`);
    await bob.send('POST', `/api/army/${bob.armyId}/recall`);
    expect(await wordsIn('/world')).not.toContain('simulations');
  });

  it('shows the weariness after the truce, on the map, its tile and the page', async () => {
    await game.pass(19 * hourMs);
    expect((await visit('/map?x=0&y=0')).html).toContain('attackers gain 20 % morale"');
    expect(await panelWords()).toContain('attackers gain 20 % morale');
    expect(await wordsIn('/world', 'seats')).toContain('morale +20 %');
  });

  it('shows the time of the contact, not of the march', async () => {
    // 8 tiles take 12 minutes; the contact is half an hour after the order.
    expect(await panelWords()).toMatch(
      /simulated battles loses about \d+ of \d+ units(, worth [\d,]+)? 0:30:00 at/,
    );
  });

  it('can be attacked by a form', async () => {
    const sent = await sendAttack();
    expect(wordsOf(sent.html)).toMatch(/Your army is marching on 0.*; contact at \./);
    const annsWords = (path: string) => wordsIn(path, undefined, ann);
    expect(await annsWords('/reports')).toContain('sent an army against the Seat of Megaresos');
    expect(await annsWords('/account')).toContain('on its way to the Seat of Megaresos');
    await game.pass(hourMs);
    expect(await annsWords('/reports')).toContain('You lost the Seat of Megaresos');
    expect(await wordsIn('/reports')).toContain('You took the Seat of Megaresos');
    const rows = await game.query<{ id: string }>('SELECT id FROM battles ORDER BY number DESC');
    const battle = `/battle/${the(rows[0]).id}`;
    expect(await wordsIn(battle)).toContain('Your victory without a fight');
    expect(await wordsIn(battle, 'plunder')).toContain('You took the seat.');
    expect(await wordsIn(battle, 'plunder', ann)).toContain('You lost the seat.');
  });
});

it('after a reign, its Hegemon is on the page', async () => {
  await game.pass(30 * dayMs);
  // The first session has expired.
  bob = { ...bob, ...(await openSession(game, bob.username)) };
  expect(await wordsIn('/world', 'hegemons', null)).toMatch(
    new RegExp(`1 ${nameOf(bob)} ${bob.username} \\d+ crowns`),
  );
  expect(await wordsIn('/reports')).toContain('You are the Hegemon of reign 1');
});
