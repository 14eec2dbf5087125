/** Applications and invitations on live connections and in event logs, on two instances: who learns of them, and how often. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import type { Candidate } from '../../src/contract/alliance.ts';
import { endAlliances, enlist, foundAlliance } from '../support/alliances.ts';
import { useTwoInstances, type Ruler } from '../support/game.ts';
import { block, createWriter, type Writer } from '../support/messages.ts';
import { closeClients, join, type LiveClient } from '../support/sockets.ts';

const dayMs = 24 * 3_600_000;
const speed = 2;
const quietMs = dayMs / speed;

const [game, other] = useTwoInstances({ speed });
let leader: Writer;
let officer: Writer;
let eve: Writer;
let id: string;

beforeEach(async () => {
  await endAlliances(game);
  [leader, officer] = [await createWriter(game), await createWriter(game)];
  eve = await createWriter(other);
  id = await foundAlliance(leader);
  await enlist(leader, id, officer);
  await leader.send('PUT', `/api/alliance/${id}/member/${officer.empireId}`, { role: 'officer' });
});
afterEach(closeClients);

const at = (path: string): string => `/api/alliance/${id}${path}`;
const apply = (by: Ruler) => by.send('POST', at('/applications'));
const invite = (by: Ruler, ruler: Ruler) =>
  by.send('POST', at('/invitations'), { empire_id: ruler.empireId });
const remove = (by: Ruler, ruler: Ruler) => by.send('DELETE', at(`/candidate/${ruler.empireId}`));
const candidates = async () =>
  (await officer.send<{ candidates: Candidate[] }>('GET', at('/candidates'))).body.candidates;
const listen = (ruler: Ruler): Promise<LiveClient> => join(other.url, ruler);
/** The number of entries of this type in the event log of an empire. */
async function entriesOf(ruler: Ruler, type: EmpireEvent['type']): Promise<number> {
  const path = `/api/empire/${ruler.empireId}/events`;
  const { body } = await ruler.send<{ events: EmpireEvent[] }>('GET', path);
  return body.events.filter((event) => event.type === type).length;
}
/** The number of updates so far. What the leader writes arrives after all of them, at every member. */
async function updatesOf(client: LiveClient): Promise<number> {
  const before = client.all('alliance_update').length;
  game.clock.advance(1);
  const timestamp = new Date(game.clock.now()).toISOString();
  await leader.send('PUT', at(''), { description: `at ${timestamp}` });
  await client.take('alliance_update', (update) => update.timestamp >= timestamp);
  expect(before).toBeLessThan(client.all('alliance_update').length);
  return client.all('alliance_update').length - 1;
}

describe('an application that is repeated', () => {
  it('is announced once, and so is its withdrawal', async () => {
    const client = await listen(officer);
    for (let time = 0; time < 5; time += 1)
      expect([(await apply(eve)).status, (await remove(eve, eve)).status]).toEqual([201, 200]);
    expect(await updatesOf(client)).toBe(2);
    expect(await entriesOf(officer, 'alliance_applied')).toBe(1);
    expect(await entriesOf(leader, 'alliance_applied')).toBe(1);
    expect(client.all('empire_event').filter(({ event }) => event.type === 'alliance_applied')).toHaveLength(
      1,
    );
    expect(await candidates()).toEqual([]);
  });

  it('is announced again a day, divided by the speed, after the last one ended', async () => {
    await apply(eve);
    await remove(eve, eve);
    game.clock.advance(quietMs - 1000);
    await apply(eve);
    expect(await candidates()).toMatchObject([{ kind: 'application', empire_id: eve.empireId }]);
    await remove(eve, eve);
    expect(await entriesOf(officer, 'alliance_applied')).toBe(1);
    game.clock.advance(quietMs);
    await apply(eve);
    expect(await entriesOf(officer, 'alliance_applied')).toBe(2);
  });

  it('can be accepted like any other, and rejected, which its player sees', async () => {
    await apply(eve);
    await remove(eve, eve);
    await apply(eve);
    const client = await listen(eve);
    await remove(officer, eve);
    await client.take('alliance_update');
    await apply(eve);
    const accepted = await officer.send('POST', at('/members'), { empire_id: eve.empireId });
    expect(accepted.status).toBe(201);
  });

  it('does not hide an invitation, and the reverse', async () => {
    await apply(eve);
    await remove(eve, eve);
    await invite(officer, eve);
    expect(await entriesOf(eve, 'alliance_invited')).toBe(1);
    await remove(eve, eve);
    await apply(eve);
    expect(await entriesOf(leader, 'alliance_applied')).toBe(2);
  });
});

describe('an invitation that is repeated', () => {
  it('is announced once, and so is its withdrawal', async () => {
    const client = await listen(eve);
    for (let time = 0; time < 5; time += 1)
      expect([(await invite(officer, eve)).status, (await remove(officer, eve)).status]).toEqual([201, 200]);
    // It arrives after all of them.
    const further = await createWriter(game);
    const last = await foundAlliance(further);
    await further.send('POST', `/api/alliance/${last}/invitations`, { empire_id: eve.empireId });
    await client.take('empire_event', ({ event }) =>
      event.type === 'alliance_invited' ? event.data.alliance_id === last : false,
    );
    expect(client.all('alliance_update').map(({ alliance_id }) => alliance_id)).toEqual([id]);
    expect(await entriesOf(eve, 'alliance_invited')).toBe(2);
  });

  it('is announced if the first one was withheld', async () => {
    await block(eve, officer);
    await invite(officer, eve);
    await remove(officer, eve);
    await eve.send('DELETE', `/api/block/${officer.id}`);
    await invite(officer, eve);
    expect(await entriesOf(eve, 'alliance_invited')).toBe(1);
  });
});

describe('a player who blocks', () => {
  it('an applicant has no entry and no update of the application and its withdrawal; others do', async () => {
    await block(officer, eve);
    const [blocker, witness] = [await listen(officer), await listen(leader)];
    await apply(eve);
    await remove(eve, eve);
    expect([await updatesOf(blocker), await updatesOf(witness)]).toEqual([0, 3]);
    expect(await entriesOf(officer, 'alliance_applied')).toBe(0);
    expect(await entriesOf(leader, 'alliance_applied')).toBe(1);
  });

  it('an invited empire has no update when it declines', async () => {
    await invite(leader, eve);
    await block(officer, eve);
    const blocker = await listen(officer);
    await remove(eve, eve);
    expect(await updatesOf(blocker)).toBe(0);
  });

  it('an officer has no update when that officer withdraws the invitation of another', async () => {
    await invite(leader, eve);
    await block(eve, officer);
    const client = await listen(eve);
    await remove(officer, eve);
    await invite(leader, eve);
    await remove(leader, eve);
    await apply(eve);
    await remove(leader, eve);
    await client.take('alliance_update');
    await client.settle();
    expect(client.all('alliance_update')).toHaveLength(1);
  });
});
