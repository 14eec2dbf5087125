/** Notifications belong to the transaction: none before its commit, none without it. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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
  stage = await openStage(makeWorld([empireState('ann', { at: { x: 0, y: 0 } })]));
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

const listen = (note: (notification: Notification) => void): void => {
  listener.on('notification', ({ payload = '' }) => {
    if (payload !== 'settled') note(JSON.parse(payload) as Notification);
  });
};

it('a command that fails at its commit sends none', async () => {
  listen((notification) => received.push(notification));
  await hand.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at commit'; END $$;
    CREATE CONSTRAINT TRIGGER refused AFTER UPDATE ON empires DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()`);
  await expect(hand.executeCommand(idOf('ann'), describeAs('refused'))).rejects.toThrow();
  await hand.pool.query('DROP TRIGGER refused ON empires; DROP FUNCTION refuse()');
  await settle();
  expect(received).toEqual([]);
});

it('a command sends one', async () => {
  listen((notification) => received.push(notification));
  await hand.executeCommand(idOf('ann'), describeAs('described'));
  await settle();
  expect(received.map(({ event }) => event)).toContain('empire_update');
});

it('a receiver finds the change in the database', async () => {
  const found: Promise<boolean>[] = [];
  const isStored = async (seq: number): Promise<boolean> => {
    const { rows } = await hand.pool.query<{ seq: number }>('SELECT event_seq::float8 AS seq FROM empires');
    return (rows[0]?.seq ?? 0) >= seq;
  };
  listen(({ event, data }) => {
    if (event === 'empire_update') found.push(isStored(data.seq ?? NaN));
  });
  for (let round = 0; round < 20; round++) await hand.executeCommand(idOf('ann'), describeAs(`${round}`));
  await settle();
  expect(await Promise.all(found)).toEqual(Array.from({ length: 20 }, () => true));
});
