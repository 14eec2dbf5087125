/** The alarm that a player asks for once: its moment moves with what is spent, and each browser gets it once. */
import { expect, it } from 'vitest';
import { useNew, useTwoInstances } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { status, usePushService } from '../support/push-service.ts';
import { setStock } from '../support/set-state.ts';
import { hourMs } from '../support/worlds.ts';

const service = usePushService();
const [game, second] = useTwoInstances(() => ({ pushServices: [service.origin] }));
const empty = { gold: 0, food: 0, materials: 0 };
let names = 0;

/** A player with two browsers and an empty stock, who waits for what an hour brings of gold. */
const scene = useNew(async () => {
  names += 1;
  const [phone, laptop] = [`phone-${names}`, `laptop-${names}`];
  const ann = await createEmpire(game, { x: names * 20, y: 0 });
  for (const name of [phone, laptop])
    await ann.send('POST', '/api/alarms/devices', { ...service.subscribe(name), name });
  await setStock(game, ann.empireId, empty);
  const { rates } = await ann.read<{ rates: { gold: number } }>(`/api/empire/${ann.empireId}`);
  const cost = { ...empty, gold: rates.gold };
  const wake = (amounts: object = cost) => ann.send('PUT', '/api/alarms/wake', amounts);
  return { ann, phone, laptop, cost, wake };
});

/** Both instances send at once what is due. */
const sendDue = () => Promise.all([game, second].map(({ instance }) => instance.alarms.catchUp()));
/** The same after notifications that may be missing. */
const sendAll = async (): Promise<void> => {
  game.instance.alarms.noteGap();
  await game.instance.alarms.catchUp();
  await sendDue();
};
const titles = (name: string): string[] => service.to(name).map(({ title }) => title);
const payable = 'Your next order can be paid';

/** An order that any stock pays for. */
const order = () =>
  scene.ann.send('PUT', `/api/empire/${scene.ann.empireId}/wishes`, { wishes: [], reserve: empty });

/** An order that leaves nothing. The stock is set as of the last order. */
async function spend(): Promise<void> {
  await order();
  await setStock(game, scene.ann.empireId, empty);
}

it('comes at the moment at which the stock covers the amounts, once on each browser', async () => {
  await scene.wake();
  // A second tab asks for the same.
  await scene.wake();
  await sendAll();
  game.clock.advance(hourMs - 1);
  await sendDue();
  expect([titles(scene.phone), titles(scene.laptop)]).toEqual([[], []]);
  game.clock.advance(1);
  await sendDue();
  expect([titles(scene.phone), titles(scene.laptop)]).toEqual([[payable], [payable]]);
  expect(service.to(scene.phone)[0]).toMatchObject({ tag: 'ready', path: '/dashboard' });
  // What was spent and earned again is another moment, for which nobody has asked.
  await spend();
  await sendAll();
  game.clock.advance(2 * hourMs);
  await sendAll();
  expect([titles(scene.phone), titles(scene.laptop)]).toEqual([[payable], [payable]]);
  await scene.wake();
  await sendAll();
  expect(titles(scene.phone)).toEqual([payable, payable]);
});

it('moves with what is spent before', async () => {
  await scene.wake();
  game.clock.advance(hourMs / 2);
  await spend();
  await sendAll();
  game.clock.advance(hourMs / 2);
  await sendDue();
  expect(titles(scene.phone)).toEqual([]);
  game.clock.advance(hourMs / 2);
  await sendDue();
  expect(titles(scene.phone)).toEqual([payable]);
});

it('comes with the first full store, if the stock never covers the amounts', async () => {
  await scene.wake({ ...empty, materials: 1_000_000 });
  await sendAll();
  game.clock.advance(29 * 24 * hourMs);
  await sendDue();
  expect(titles(scene.phone)).toEqual([expect.stringMatching(/^Your store of \w+ is full$/)]);
});

it('comes though the stock has shrunk, if an instance was killed before it was sent', async () => {
  await scene.wake();
  await game.query('UPDATE alarm_wakes SET rang_at = $1 WHERE rang_at IS NULL', game.clock.now());
  await sendAll();
  expect(titles(scene.phone)).toEqual([payable]);
});

it('is over with the next order, also for a browser that was not reached', async () => {
  service.answers.set(scene.laptop, status(500));
  await scene.wake();
  game.clock.advance(hourMs);
  await sendAll();
  expect(await scene.ann.read('/api/alarms')).toMatchObject({ alarms: [{ kind: 'ready', title: payable }] });
  const attempts = service.to(scene.laptop).length;
  expect(attempts).toBeGreaterThan(0);
  service.answers.delete(scene.laptop);
  game.clock.advance(1);
  await order();
  game.clock.advance(hourMs);
  await sendAll();
  expect([titles(scene.phone), service.to(scene.laptop).length]).toEqual([[payable], attempts]);
  expect(await scene.ann.read('/api/alarms')).toMatchObject({ alarms: [] });
});

it('is taken back, and turns its kind on when it is asked for', async () => {
  await scene.ann.send('PUT', '/api/alarms/settings', {
    ...{ kinds: [], shows_names: false, mail: { attacks: false } },
  });
  const { body } = await scene.wake();
  expect(body).toEqual({ success: true, wake: { ...scene.cost, rang_at: null } });
  expect(await scene.ann.read('/api/alarms/settings')).toMatchObject({ kinds: ['ready'], wake: scene.cost });
  await scene.ann.send('DELETE', '/api/alarms/wake');
  game.clock.advance(2 * hourMs);
  await sendAll();
  expect([titles(scene.phone), titles(scene.laptop)]).toEqual([[], []]);
  expect(await scene.ann.read('/api/alarms/settings')).toMatchObject({ wake: null });
});
