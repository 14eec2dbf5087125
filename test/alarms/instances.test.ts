/** Three instances share the alarms of a world: each leaves once, soon after its cause, also when one is killed. */
import { expect, it } from 'vitest';
import { registerPlayer, startSecond, useOne, useTestGame, type Ruler } from '../support/game.ts';
import { isFull } from '../support/campaign.ts';
import { createWriter, write } from '../support/messages.ts';
import { usePushService } from '../support/push-service.ts';

const service = usePushService();
const options = () => ({ pushServices: [service.origin], shared: true, unsound: 'threads are stored' });
const game = useTestGame(options);
const others = useOne(
  async () => ({
    second: await startSecond(game, options()),
    third: await startSecond(game, { ...options(), runClock: true }),
  }),
  ({ second, third }) => Promise.all([second.stop(), third.stop()]),
);
/** The number of the promise, one minute for 5,000; fewer by default. */
const accounts = isFull ? 5_000 : 200;
/** Longer than the pause after a push that took too long. */
const pauseMs = 60_000;

const addDevice = (by: Pick<Ruler, 'send'>, name: string) =>
  by.send('POST', '/api/alarms/devices', { ...service.subscribe(name), name });

it('an alarm leaves without a request, on an instance that neither the sender nor the receiver uses', async () => {
  const [ann, foe] = [await createWriter(game), await createWriter(game)];
  await addDevice(ann, 'soon');
  await write(foe, ann, 'Hello');
  // The time limit of the promise, five seconds after the commit.
  await expect.poll(() => service.to('soon').length, { timeout: 5_000 }).toBe(1);
});

it('the claim of a killed instance runs out, and another one repeats the alarm with its tag', async () => {
  const [ann, foe] = [await createWriter(game), await createWriter(game)];
  await addDevice(ann, 'killed');
  await write(foe, ann, 'Hello');
  await expect.poll(() => service.to('killed').length).toBe(1);
  // What an instance leaves behind that is killed between the push and the end of its claim. It is written while there is no
  // claim, whose end would write over it.
  const leaveBehind = () =>
    game.query(
      `UPDATE alarm_channels SET delivered = '{}', due_at = $2, held_until = $2
       WHERE endpoint = $1 AND delivered <> '{}' AND claimed_until = 0 RETURNING id`,
      `${service.origin}/killed`,
      game.clock.now() + 10_000,
    );
  await expect.poll(leaveBehind).toHaveLength(1);
  await Promise.all([game.instance.alarms.catchUp(), others.second.instance.alarms.catchUp()]);
  expect(service.to('killed')).toHaveLength(1);
  game.clock.advance(10_000);
  await Promise.all([game.instance.alarms.catchUp(), others.second.instance.alarms.catchUp()]);
  await expect.poll(() => service.to('killed').length).toBe(2);
  expect(new Set(service.to('killed').map(({ tag }) => tag)).size).toBe(1);
});

it(`the alarms of ${accounts} accounts for one moment are sent once each`, async () => {
  const author = await registerPlayer(game.url);
  const subscriptions = Array.from({ length: accounts }, (_, n) => service.subscribe(`many-${n}`));
  await game.query(
    `WITH author AS (SELECT id FROM users WHERE username = $4),
     added AS (
       INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt)
       SELECT gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n || '@x', 'many' || n || '@x', 'x', 'x'
       FROM generate_series(1, cardinality($1::text[])) AS n RETURNING id
     ),
     numbered AS (SELECT id, row_number() OVER () AS n FROM added),
     channels AS (
       INSERT INTO alarm_channels (id, user_id, medium, name, endpoint, p256dh, auth, created_at, delivered)
       SELECT gen_random_uuid(), id, 'push', 'Phone', ($1::text[])[n], ($2::text[])[n], ($3::text[])[n], 0, '{}' FROM numbered
     ),
     threads AS (
       INSERT INTO threads (id, first_id, second_id, last, last_at)
       SELECT numbered.id, least(numbered.id, author.id), greatest(numbered.id, author.id), 1, 0 FROM numbered, author
       RETURNING id
     )
     INSERT INTO thread_members (thread_id, user_id, last, last_at, unread) SELECT id, id, 1, 0, 1 FROM threads`,
    subscriptions.map(({ endpoint }) => endpoint),
    subscriptions.map(({ keys }) => keys.p256dh),
    subscriptions.map(({ keys }) => keys.auth),
    author.username,
  );
  const startedAt = performance.now();
  const instances = [game, others.second, others.third].map(({ instance }) => instance);
  for (const instance of instances) instance.alarms.noteGap();
  const reached = async () => {
    await Promise.all(instances.map(({ alarms }) => alarms.catchUp()));
    // On a busy machine some pushes take too long, and are repeated after a pause.
    game.clock.advance(pauseMs);
    return new Set(service.pushed.map(({ name }) => name).filter((name) => name.startsWith('many-'))).size;
  };
  await expect.poll(reached, { timeout: 240_000 }).toBe(accounts);
  if (isFull) console.log(`${accounts} alarms in ${Math.round(performance.now() - startedAt)} ms`);
  const pushed = service.pushed.filter(({ name }) => name.startsWith('many-'));
  const tags = new Set(pushed.map(({ name, payload }) => `${name} ${payload.tag}`));
  expect(tags.size).toBe(accounts);
}, 300_000);
