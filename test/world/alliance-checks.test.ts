/** What an alliance refuses under its lock. */
import { expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useNew, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { hourMs } from '../support/worlds.ts';

const game = useTestGame();
const ann = useNew(() => createEmpire(game));
const bob = useNew(() => createEmpire(game));

it('an empire on leave founds no alliance', async () => {
  expect((await ann.send('PUT', `/api/empire/${ann.empireId}/leave`, { days: 2 })).status).toBe(200);
  game.clock.advance(13 * hourMs);
  const founded = await ann.send('POST', '/api/alliances', { name: 'From afar', tag: 'AFAR' });
  expect(founded).toMatchObject({ status: 409, body: { code: 'ON_LEAVE' } });
});

it('a member is not invited', async () => {
  const id = await foundAlliance(ann);
  await enlist(ann, id, bob);
  const invited = await ann.send('POST', `/api/alliance/${id}/invitations`, { empire_id: bob.empireId });
  expect(invited).toMatchObject({ status: 409, body: { code: 'ALLIANCE_MEMBER' } });
});

it('an empire that is no member gets no role', async () => {
  const id = await foundAlliance(ann);
  const given = await ann.send('PUT', `/api/alliance/${id}/member/${bob.empireId}`, { role: 'officer' });
  expect(given).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});
