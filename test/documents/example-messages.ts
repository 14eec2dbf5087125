/** The examples of messages and alarms. */
import { request } from './example-steps.ts';

const minuteMs = 60_000;

export const messages = [
  request('ann', 'POST /api/threads', 400, 'To yourself', { body: { user_id: '$annId', text: 'Hello' } }),
  request('ann', 'POST /api/threads', 201, 'To Ben, whose `owner_id` is in his empire', {
    body: { user_id: '$benId', text: 'Greetings from Athens.\nShall we have peace?' },
    keeps: { thread: 'thread_id' },
  }),
  request('ben', 'GET /api/threads', 200, 'One thread, with an unread message', { query: { limit: 10 } }),
  request('ben', 'POST /api/thread/{thread_id}/read', 200, 'Ben has read it', { body: { number: 1 } }),
  request('ben', 'POST /api/thread/{thread_id}/messages', 201, 'Ben’s answer', {
    afterMs: minuteMs,
    body: { text: 'Never!' },
  }),
  request('ann', 'GET /api/thread/{thread_id}', 200, 'What came after the first message', {
    query: { after: 1 },
  }),
  request('ann', 'POST /api/thread/{thread_id}/report', 200, 'Ben’s answer', {
    body: { number: 2, reason: 'Rude' },
  }),
  request('ann', 'POST /api/blocks', 200, 'Ann blocks Ben', { body: { user_id: '$benId' } }),
  request('ann', 'GET /api/blocks', 200, 'Ben alone'),
  request('ann', 'POST /api/thread/{thread_id}/messages', 409, 'To a player whom you block', {
    body: { text: 'Farewell' },
  }),
  request('ann', 'DELETE /api/block/{user_id}', 200, 'Ann unblocks Ben'),
];

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
export const alarms = [
  request('ann', 'PUT /api/alarms/settings', 200, 'Attacks and messages', {
    body: {
      kinds: ['attack', 'message'],
      shows_names: true,
      mail: { attacks: true },
    },
  }),
  request('ann', 'GET /api/alarms', 200, 'An unread message'),
  request('ann', 'PUT /api/alarms/wake', 200, 'When a level can be paid', {
    body: { gold: 370, food: 185, materials: 650 },
  }),
  request('ann', 'DELETE /api/alarms/wake', 200, 'No alarm after all'),
  request('ann', 'POST /api/alarms/devices', 201, 'A phone', {
    body: { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk', keys, name: 'Phone' },
    keeps: { phone: 'device.id' },
  }),
  request('ann', 'POST /api/alarms/devices', 400, 'An address that is no push service', {
    body: { endpoint: 'https://example.org/hook', keys },
  }),
  request('ann', 'POST /api/alarms/device/{device_id}/test', 200, 'A test'),
  request('ann', 'GET /api/alarms/settings', 200, 'With the phone'),
  request('ann', 'DELETE /api/alarms/device/{device_id}', 200, 'The phone gets no more alarms'),
];
