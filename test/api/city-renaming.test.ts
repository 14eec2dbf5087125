/** Names of cities: the default of a capital, PUT /api/city/:id, and the form of the city's page. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { foundEmpireResponse } from '../../src/contract/empire.ts';
import { enrich } from '../support/set-state.ts';
import { useTestGame, type Ruler, useOne } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { readCities } from '../support/requests.ts';
import { the } from '../support/worlds.ts';
import { Browser, partOf } from '../pages/browser.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
beforeAll(async () => {
  await enrich(game, ann.empireId);
  game.clock.advance(1);
  await ann.send('POST', `/api/empire/${ann.empireId}/cities`, { name: 'Ostia', location: { x: 60, y: 60 } });
});

const namesOf = async ({ empireId }: Ruler): Promise<string[]> =>
  (await readCities(ann, empireId)).map(({ name }) => name);
const rename = (name: unknown) =>
  ann.send<{ city: { name: string } }>('PUT', `/api/city/${ann.capitalId}`, { name });

describe('a capital without a name in the request', () => {
  it('gets one from its tile', async () => {
    const player = await createPlayer(game);
    const founding = { name: 'Nameless', starting_location: { x: 90, y: 90 } };
    const { body } = await player.send<z.infer<typeof foundEmpireResponse>>('POST', '/api/empire', founding);
    expect(body.empire.capital.name).toMatch(/^[A-Z][a-z]{3,11}$/);
  });
});

describe('renaming a city', () => {
  it('returns the city, and stays', async () => {
    const { status, body } = await rename('  Arsinoe ');
    expect([status, body.city.name]).toEqual([200, 'Arsinoe']);
    expect((await namesOf(ann))[0]).toBe('Arsinoe');
    expect(await rename('arsinoe')).toMatchObject({ status: 200, body: { city: { name: 'arsinoe' } } });
  });

  it('is told to live pages', async () => {
    const readSeq = async (): Promise<number> => {
      const sql = 'SELECT event_seq FROM empires WHERE id = $1';
      return the((await game.query<{ event_seq: number }>(sql, ann.empireId))[0]).event_seq;
    };
    const before = await readSeq();
    await rename('Told');
    expect(await readSeq()).toBeGreaterThan(before);
  });

  it('refuses the name of another own city, ignoring case', async () => {
    const [, other = ''] = await namesOf(ann);
    const body = { name: other.toUpperCase() };
    expect(await refusalOf(game, ann, 'PUT', `/api/city/${ann.capitalId}`, body)).toEqual(
      refused(409, 'NAME_TAKEN'),
    );
  });

  it.each([['Аrsinoe'], ['a\u0301\u0301\u0301\u0301'], ['a\u200bb']])('refuses %s', async (name) => {
    expect((await rename(name)).status).toBe(400);
  });

  it('is offered by the page of the city, and refused there', async () => {
    const browser = new Browser(game, ann.cookie);
    const path = `/city/${ann.capitalId}/name`;
    expect(partOf(await browser.submit(path, { name: 'Formed' }), 'rename')).toContain(
      'The city is called Formed now.',
    );
    const [, other = ''] = await namesOf(ann);
    const page = await browser.sendForm(path, { name: other });
    expect([page.status, partOf(page, 'rename')]).toEqual([409, expect.stringContaining('already taken')]);
  });
});
