/** Notifications belong to the transaction: none before its commit, none without it. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptMember, changeRole, foundAlliance, removeMember } from '../../src/alliance/membership.ts';
import { apply, describeAlliance, dissolve, invite, removeCandidate } from '../../src/alliance/operations.ts';
import { worldChannel } from '../../src/db/names.ts';
import type { Command } from '../../src/world/command.ts';
import { makeWorld } from '../support/worlds.ts';
import { empireState, idOf, openStage, type Hand, type Stage } from './stage.ts';

interface Notification {
  event: string;
  data: { seq?: number };
}

let stage: Stage;
let hand: Hand;
let listener: pg.Client;
let received: Notification[];

beforeAll(async () => {
  const names = ['ann', 'bob', 'cat'];
  stage = await openStage(makeWorld(names.map((name, n) => empireState(name, { at: { x: 0, y: 10 * n } }))));
  hand = stage.join();
  listener = new pg.Client(stage.database.url);
  await listener.connect();
  await listener.query(`LISTEN ${worldChannel}`);
});
beforeEach(() => {
  received = [];
});
afterEach(() => {
  listener.removeAllListeners('notification');
});
afterAll(async () => {
  await listener.end();
  await stage.close();
});

const describeAs =
  (text: string): Command<void> =>
  ({ empire }) => {
    empire.description = text;
  };

/** Resolves when everything that was sent before has arrived. */
async function settle(): Promise<void> {
  const arrived = new Promise<void>((resolve) => {
    listener.on('notification', ({ payload }) => {
      if (payload === 'settled') resolve();
    });
  });
  await hand.pool.query(`SELECT pg_notify($1, 'settled')`, [worldChannel]);
  await arrived;
}

const tables = ['empires', 'alliances', 'alliance_candidates'];

/** Every change of these tables fails at its commit, as it does when a session has ended. */
async function refuseCommits(): Promise<void> {
  await hand.pool.query(
    `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at commit'; END $$;
    ${tables
      .map(
        (table) => `CREATE CONSTRAINT TRIGGER refused AFTER INSERT OR UPDATE OR DELETE ON ${table}
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse();`,
      )
      .join('')}`,
  );
}

async function allowCommits(): Promise<void> {
  await hand.pool.query(tables.map((table) => `DROP TRIGGER refused ON ${table};`).join(''));
}

const listen = (note: (notification: Notification) => void): void => {
  listener.on('notification', ({ payload = '' }) => {
    if (payload !== 'settled') note(JSON.parse(payload) as Notification);
  });
};

const actorOf = (name: string) => ({
  services: hand.deps,
  viewer: { userId: idOf(`${name} owner`), empireId: idOf(name), mutedUntil: null },
});
let allianceId: string;
const subjectOf = (name: string) => ({ allianceId, empireId: idOf(name) });

/** Each continues where those before it have ended. */
const changes: [name: string, event: string, change: () => Promise<unknown>][] = [
  ['a command', 'empire_update', () => hand.executeCommand(idOf('ann'), describeAs('described'))],
  [
    'a new alliance',
    'entry_appended',
    async () => {
      allianceId = (await foundAlliance(actorOf('ann'), { name: 'Owls', tag: 'OWL' })).alliance.id;
    },
  ],
  ['an invitation', 'entry_appended', () => invite(actorOf('ann'), subjectOf('cat'))],
  ['a withdrawal', 'alliance_update', () => removeCandidate(actorOf('ann'), subjectOf('cat'))],
  ['an application', 'alliance_update', () => apply(actorOf('bob'), allianceId)],
  ['a new member', 'alliance_update', () => acceptMember(actorOf('ann'), subjectOf('bob'))],
  ['a role', 'alliance_update', () => changeRole(actorOf('ann'), { ...subjectOf('bob'), role: 'officer' })],
  ['a text', 'alliance_update', () => describeAlliance(actorOf('ann'), { allianceId, description: 'Hoot' })],
  ['the end of a membership', 'alliance_update', () => removeMember(actorOf('bob'), subjectOf('bob'))],
  ['a dissolution', 'alliance_update', () => dissolve(actorOf('ann'), allianceId)],
];

describe.each(changes)('%s', (_, event, change) => {
  it('sends nothing if it fails at its commit', async () => {
    listen((notification) => received.push(notification));
    await refuseCommits();
    const [outcome] = await Promise.allSettled([change()]);
    await allowCommits();
    expect(outcome.status).toBe('rejected');
    await settle();
    expect(received).toEqual([]);
  });

  it(`sends ${event} when it succeeds`, async () => {
    listen((notification) => received.push(notification));
    await change();
    await settle();
    expect(received.map((notification) => notification.event)).toContain(event);
  });
});

it('a receiver finds the change in the database', async () => {
  const found: Promise<boolean>[] = [];
  const isStored = async (seq: number): Promise<boolean> => {
    const { rows } = await hand.pool.query<{ seq: number }>(
      'SELECT event_seq::float8 AS seq FROM empires WHERE id = $1',
      [idOf('ann')],
    );
    return (rows[0]?.seq ?? 0) >= seq;
  };
  listen(({ event, data }) => {
    if (event === 'empire_update') found.push(isStored(data.seq ?? NaN));
  });
  for (let round = 0; round < 20; round++) await hand.executeCommand(idOf('ann'), describeAs(`${round}`));
  await settle();
  expect(await Promise.all(found)).toEqual(Array.from({ length: 20 }, () => true));
});
