/** A lost right is lost on every instance, with the response that took it away. */
import { beforeEach, describe, expect, it } from 'vitest';
import { enlist, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { requestsOf, useTwoInstances } from '../support/game.ts';
import { createWriter, reply, write, type Writer } from '../support/messages.ts';

const [first, second] = useTwoInstances();
let ann: Writer;
let bob: Writer;
let eve: Writer;
let id: string;

beforeEach(async () => {
  first.clock.advance(2 * 60_000);
  [ann, bob, eve] = [await createWriter(first), await createWriter(first), await createWriter(first)];
});

interface Right {
  method: string;
  path: string;
  body?: () => object;
}

const ofMembers: Record<string, Right> = {
  'read the threats': { method: 'GET', path: '/threats' },
  'read the chat': { method: 'GET', path: '/messages' },
  'write to the chat': { method: 'POST', path: '/messages', body: () => ({ text: 'Hoot' }) },
  'report a message of the chat': { method: 'POST', path: '/report', body: () => ({ number: 1 }) },
};
const ofOfficers: Record<string, Right> = {
  'list candidates': { method: 'GET', path: '/candidates' },
  invite: { method: 'POST', path: '/invitations', body: () => ({ empire_id: eve.empireId }) },
};
const ofLeaders: Record<string, Right> = {
  'give roles': { method: 'PUT', path: '/member/{eve}', body: () => ({ role: 'officer' }) },
  'describe the alliance': { method: 'PUT', path: '', body: () => ({ description: 'Mine' }) },
  'dissolve it': { method: 'DELETE', path: '' },
};

/** Uses every right on the other instance; returns the status of each. */
async function useRights(by: Writer, rights: Record<string, Right>): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, { method, path, body }] of Object.entries(rights)) {
    const at = `/api/alliance/${id}${path.replace('{eve}', eve.empireId)}`;
    statuses[name] = (await requestsOf(second.url, by.token).send(method, at, body?.())).status;
  }
  return statuses;
}
const each = (rights: Record<string, Right>, status: number) =>
  Object.fromEntries(Object.keys(rights).map((name) => [name, status]));

const memberPath = (of: Writer): string => `/api/alliance/${id}/member/${of.empireId}`;
const setRole = (of: Writer, role: string) => ann.send('PUT', memberPath(of), { role });

describe('in an alliance', () => {
  beforeEach(async () => {
    id = await foundAlliance(ann);
    await enlist(ann, id, bob);
    await setRole(bob, 'officer');
    await writeToAlliance(ann, id, 'Hoot');
    // The other instance has seen the rights.
    await useRights(bob, { ...ofMembers, ...ofOfficers });
  });

  it.each([
    ['has left', () => bob.send('DELETE', memberPath(bob))],
    ['was expelled', () => ann.send('DELETE', memberPath(bob))],
  ])('a member that %s', async (_how, end) => {
    expect((await end()).status).toBe(200);
    const rights = { ...ofMembers, ...ofOfficers, ...ofLeaders };
    expect(await useRights(bob, rights)).toEqual({
      ...each(rights, 403),
      'report a message of the chat': 404,
    });
  });

  it('an officer that is a member again', async () => {
    await setRole(bob, 'member');
    expect(await useRights(bob, { ...ofOfficers, ...ofLeaders })).toEqual({
      ...each(ofOfficers, 403),
      ...each(ofLeaders, 403),
    });
  });

  it('a leader that has handed the alliance over', async () => {
    await setRole(bob, 'leader');
    expect(await useRights(ann, { ...ofLeaders, ...ofOfficers })).toEqual({
      ...each(ofLeaders, 403),
      ...{ 'list candidates': 200, invite: 201 },
    });
  });

  it('the members of one that is dissolved', async () => {
    await ann.send('DELETE', `/api/alliance/${id}`);
    const rights = { ...ofMembers, ...ofOfficers, ...ofLeaders };
    expect(await useRights(bob, rights)).toEqual(each(rights, 404));
  });

  it('a candidate whose invitation was withdrawn', async () => {
    await ann.send('DELETE', `/api/alliance/${id}/candidate/${eve.empireId}`);
    const { send } = requestsOf(second.url, eve.token);
    const { status } = await send('POST', `/api/alliance/${id}/members`, { empire_id: eve.empireId });
    expect(status).toBe(404);
  });
});

it('what is read of a thread or a chat never becomes unread by a late request', async () => {
  const { thread_id } = (await write(ann, bob, '1')).body;
  for (const text of ['2', '3']) await reply(ann, thread_id, text);
  const read = (number: number) =>
    bob.send<{ read_to: number; unread: number }>('POST', `/api/thread/${thread_id}/read`, { number });
  await read(3);
  expect((await read(1)).body).toMatchObject({ read_to: 3, unread: 0 });
});
