/** One empire: the views of owner and other players, and changes of name and description. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { updateEmpireResponse } from '../../src/contract/empire.ts';
import { isoOf } from '../../src/kernel/time.ts';
import { setStock, setUnits } from '../support/set-state.ts';
import { useTestGame, useOne, type Player } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { build, readEmpire } from '../support/requests.ts';
import { hourMs } from '../support/worlds.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 50, y: 50 }));
const visitor = useOne(() => createPlayer(game));

describe('an empire', () => {
  it('shows the accrued stock in whole units', async () => {
    const player = await createEmpire(game, { x: 30, y: 30 });
    await game.pass(hourMs - 1);
    const { resources } = await readEmpire(player, player.empireId);
    expect(resources).toEqual({ gold: 1584, food: 1565, materials: 1584 });
  });

  it('is not stored by a read', async () => {
    await game.pass(1000);
    expect(await refusalOf(game, ann, 'GET', `/api/empire/${ann.empireId}`)).toEqual({
      status: 200,
      code: undefined,
      changed: false,
    });
  });

  it('shows when its food reaches zero', async () => {
    const player = await createEmpire(game, { x: 40, y: 40 });
    await setStock(game, player.empireId, { gold: 0, food: 9, materials: 0 });
    await setUnits(game, player.armyId, { soldiers: 105 });
    const { depleted_at } = await readEmpire(player, player.empireId);
    expect(depleted_at).toEqual({ gold: null, food: isoOf(game.clock.now() + hourMs), materials: null });
  });

  it('shows its queues to its owner', async () => {
    await build(ann, 'farm');
    const { cities } = await readEmpire(ann, ann.empireId);
    expect(cities[0]).toMatchObject({ construction: [{ type: 'farm', level: 2 }], training: [] });
  });

  it('shows its stock to other players, and hides its queues', async () => {
    const { resources, cities } = await readEmpire(bob, ann.empireId);
    expect(Object.keys(resources)).toEqual(['gold', 'food', 'materials']);
    expect(Object.keys(cities[0] ?? {})).toEqual([
      'id',
      'name',
      'population',
      'location',
      'buildings',
      'production',
      'sacked_until',
    ]);
  });

  it('is found by its id in capital letters', async () => {
    expect((await readEmpire(ann, ann.empireId.toUpperCase())).id).toBe(ann.empireId);
  });
});

describe('changing an empire', () => {
  const put = (player: Player, body: object, id = ann.empireId) =>
    player.send<z.infer<typeof updateEmpireResponse>>('PUT', `/api/empire/${id}`, body);

  it('is detected as a change by refusalOf', async () => {
    const { changed } = await refusalOf(game, ann, 'PUT', `/api/empire/${ann.empireId}`, { name: 'Seen' });
    expect(changed).toBe(true);
  });

  it('is visible in later reads', async () => {
    await put(ann, { name: 'Annland two' });
    expect((await readEmpire(bob, ann.empireId)).name).toBe('Annland two');
  });

  it('does not change absent fields', async () => {
    await put(ann, { name: 'Annland', description: 'Quiet' });
    expect((await put(ann, { name: 'Annland three' })).body.empire.description).toBe('Quiet');
  });

  it.each([
    ['null', null],
    ['an empty text', ''],
    ['blanks', '   '],
  ])('clears the description with %s', async (_what, description) => {
    await put(ann, { description: 'Something' });
    expect((await put(ann, { description })).body.empire.description).toBeNull();
  });

  it('keeps the lines of a description, also those of Windows', async () => {
    const { body } = await put(ann, { description: ' One \r\n\r\nthree\n\u2694\ufe0f ' });
    expect(body.empire.description).toBe('One\n\nthree\n\u2694\ufe0f');
  });

  it.each([
    ['a tile of our pages', '12 |\u20604', '12 |4'],
    ['a direction mark', '\u05d0\u200e1', '\u05d01'],
    ['a soft hyphen', 'Le\u00adgion', 'Legion'],
    ['a tab', 'a\tb', 'a b'],
    ['a byte order mark', '\ufeffRome', 'Rome'],
    ['a line separator', 'one\u2028two', 'one\ntwo'],
    ['tags of a flag', '\u{1f3f4}\u{e0067}\u{e007f}', '\u{1f3f4}'],
    ['an isolate', 'a \u2068b\u2069', 'a b'],
    ['joiners', '\u0646\u200c\u0627 \u{1f468}\u200d\u{1f33e}', '\u0646\u200c\u0627 \u{1f468}\u200d\u{1f33e}'],
  ])('takes a pasted description with %s', async (_what, description, stored) => {
    expect((await put(ann, { description })).body.empire.description).toBe(stored);
  });

  it.each([
    ['a control character', 'a\u0007b', '0007'],
    ['a bidirectional override', 'a\u202eb', '202E'],
  ])('refuses a description with %s', async (_what, description, code) => {
    expect(await put(ann, { description })).toMatchObject({
      status: 400,
      body: { details: `description: must not have control or invisible characters (U+${code})` },
    });
  });

  it('accepts a description of 1000 code points', async () => {
    const description = '\u{1F3F0}'.repeat(1000);
    expect((await put(ann, { description })).body.empire.description).toBe(description);
  });

  it('may change only the case of the name', async () => {
    await put(ann, { name: 'Annland' });
    expect((await put(ann, { name: 'ANNLAND' })).status).toBe(200);
  });

  it.each([
    ['409 for a taken name, ignoring case', () => ann, refused(409, 'NAME_TAKEN')],
    ['403 before 409 for a taken name', () => visitor, refused(403, 'FORBIDDEN')],
  ])('is refused with %s', async (_why, by, expected) => {
    const body = { name: `EMPIRE OF ${bob.username.toUpperCase()}` };
    expect(await refusalOf(game, by(), 'PUT', `/api/empire/${ann.empireId}`, body)).toEqual(expected);
  });
});
