/** Verify finds every violation of seats, crowns, reigns, villages and sacks that is planted in a world with them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { testViolations, unguarded, verifyCopy } from '../support/admin.ts';
import { createTestDatabase } from '../support/database.ts';
import { plantSeat, unknownId } from '../support/set-state.ts';
import { registerEmpire, startTestGame, useOne, type Ruler } from '../support/game.ts';
import { dayMs } from '../support/worlds.ts';

const played = useOne(createTestDatabase, (created) => created.drop());

beforeAll(async () => {
  const game = await startTestGame({ databaseUrl: played.url, speed: 2 });
  const rulers: Ruler[] = [];
  for (const x of [0, 20, 40]) rulers.push(await registerEmpire(game.url, { x, y: 8 }));
  const [ann, bob, cat] = rulers as [Ruler, Ruler, Ruler];
  for (const [index, { empireId }] of [ann, ann, bob].entries())
    await plantSeat(game, {
      number: index + 1,
      tile: { x: 20 * index, y: 40 },
      holderId: empireId,
      heldSince: game.clock.now(),
    });
  // A reign of 15 days ends, and another one runs.
  await game.pass(16 * dayMs);
  const rows = await game.query<{ id: string }>('SELECT id FROM seats WHERE number = 1');
  const { status } = await cat.send('POST', '/api/battle', {
    army_id: cat.armyId,
    target_type: 'seat',
    target_id: rows[0]?.id,
  });
  expect(status).toBe(201);
  await game.stop();
});

const holder = `id = (SELECT holder_id FROM seats WHERE number = 1)`;
const loser = `(SELECT holder_id FROM seats WHERE number = 3)`;
const village = `id = (SELECT min(id::text)::uuid FROM empires WHERE kind = 'village')`;
const keeper = `(SELECT id FROM empires WHERE kind = 'keeper' LIMIT 1)`;

/** SQL that plants a violation, by its title, by the invariants that must report it. */
const plantedViolations = {
  leaves: {
    'a holder of seats on leave': `UPDATE empires SET leave = '{"days":2,"orderedAt":1,"noticeEndsAt":2,"beganAt":2}' WHERE ${holder}`,
    'an attacker on leave': `UPDATE empires SET leave = '{"days":2,"orderedAt":1,"noticeEndsAt":2,"beganAt":2}'
     WHERE id = (SELECT attacker_id FROM battles WHERE outcome IS NULL)`,
  },
  'crowns seats': {
    'a fourth seat': `ALTER TABLE empires DROP CONSTRAINT empires_seats_sound; UPDATE empires SET seats = seats || seats WHERE ${holder}`,
    'a seat held since a later moment': `UPDATE empires SET seats = jsonb_set(seats, '{0,heldSince}', (advanced_at + 1)::text::jsonb) WHERE ${holder}`,
  },
  crowns: {
    'crowns of a village': `UPDATE empires SET crown_offset = 1 WHERE ${village}`,
    'a keeper with an army': `UPDATE armies SET empire_id = ${keeper}`,
    'seats without a reign': `UPDATE empires SET reign_ends_at = NULL WHERE ${holder}`,
    'a reign of another length': `UPDATE empires SET reign_ends_at = reign_ends_at + 1 WHERE ${holder}`,
    'more crowns than three seats earn': `UPDATE empires SET crown_offset = crown_offset + 1000000000000 WHERE ${holder}`,
    'fewer crowns than the held seats have earned': `UPDATE empires SET crown_offset = crown_offset - 1 WHERE ${holder}`,
    'crowns of an empire that count for an alliance and that it does not have': `UPDATE empires SET alliance_crowns = '{"${unknownId}": 1000000000000}' WHERE ${holder}`,
    'crowns of a village that count for an alliance': `UPDATE empires SET alliance_crowns = '{"${unknownId}": 1}' WHERE ${village}`,
  },
  seats: {
    'a seat that its holder does not list': `UPDATE seats SET holder_id = ${loser} WHERE number = 1`,
    'a seat that its former holder lists': `UPDATE empires SET seats = seats || (SELECT seats FROM empires WHERE ${holder}) WHERE id = ${loser}`,
    'a seat beside a city': `${unguarded} UPDATE cities SET x = s.x + 1, y = s.y FROM seats s WHERE s.number = 1 AND cities.id = (SELECT id FROM cities LIMIT 1)`,
    'a seat of a village': `UPDATE seats SET holder_id = (SELECT id FROM empires WHERE ${village}) WHERE number = 0`,
    'an attack on a seat that names another defender': `UPDATE battles SET defender_id = ${loser} WHERE target_type = 'seat'`,
    'a Hegemon with fewer crowns than another': `UPDATE reigns SET empire_id = ${loser}`,
    'a Hegemon with other crowns than its own': `UPDATE reigns SET parts = parts + 1`,
    'a reign with crowns and without a Hegemon': `UPDATE reigns SET empire_id = NULL, empire_name = NULL, parts = 0`,
    'more crowns of a reign that count for alliances than the empire had': `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members, dissolved_at) VALUES ('${unknownId}', 'Owls', 'owls', 'OWL', 'owl', 0, 0, 1);
     INSERT INTO reign_alliance_crowns SELECT reign, empire_id, '${unknownId}', parts + 1 FROM reign_crowns LIMIT 1`,
    'a Hegemon without crowns': `DELETE FROM reign_crowns`,
    'crowns that no empire can earn in a reign': `UPDATE reign_crowns SET parts = 4 * parts; UPDATE reigns SET parts = 4 * parts`,
    'more crowns of a reign than all its seats earn': `UPDATE reign_crowns SET parts = parts * 3 / 2; UPDATE reigns SET parts = parts * 3 / 2; DELETE FROM seats WHERE number = 0`,
  },
  villages: {
    'a village with an army': `UPDATE armies SET empire_id = (SELECT id FROM empires WHERE ${village})`,
    'a village with a second city': `UPDATE cities SET empire_id = (SELECT id FROM empires WHERE ${village}) WHERE empire_id = ${loser}`,
    'growth of a player': `UPDATE empires SET grows_at = advanced_at WHERE ${holder}`,
  },
  cities: {
    'a sacked village': `UPDATE cities SET sacked_until = 9000000000000 WHERE ${village}`,
    'a sack that lasts too long': `UPDATE cities SET sacked_until = 9000000000000 WHERE empire_id = ${loser}`,
  },
};

it('finds nothing in the world without them', async () => {
  expect(await verifyCopy(played, 'SELECT')).toEqual({ code: 0, faults: {} });
});

describe('a violation', () => {
  testViolations(played, plantedViolations);
});
