/**
 * The scenario of the examples: all requests in order, and the events that Ann's client sends over its socket.
 * `npm run record:examples` plays it and records the responses. A text that begins with `$` refers to a name of `keeps`.
 */
import { accounts, password } from './example-accounts.ts';
import { alarms, messages } from './example-messages.ts';
import { request, type RequestStep, type SocketStep } from './example-steps.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;

const empires = [
  request('ann', 'POST /api/empire', 400, 'A name that is too short', {
    body: { name: 'A', starting_location: { x: 0, y: 0 } },
  }),
  request('ann', 'POST /api/empire', 201, 'Attica, in the middle of the world', {
    body: { name: 'Attica', starting_location: { x: 0, y: 0 } },
    keeps: { annId: 'empire.owner_id', attica: 'empire.id', athens: 'empire.capital.id' },
  }),
  { event: 'leave_empire', payload: { empire_id: '$attica' } },
  { event: 'join_empire', payload: { empire_id: '$attica', after: 0 } },
  request('ben', 'POST /api/empire', 201, 'Boeotia beside it, a minute later', {
    afterMs: minuteMs,
    body: { name: 'Boeotia', starting_location: { x: 4, y: 2 } },
    keeps: { benId: 'empire.owner_id', boeotia: 'empire.id', thebes: 'empire.capital.id' },
  }),
  // This request is refused and causes the event `error`.
  { event: 'join_empire', payload: { empire_id: '$boeotia' } },
  { event: 'request_update', payload: { type: 'empire', id: '$attica' } },
  request('ann', 'GET /api/empire/{empire_id}', 200, 'Your own, just founded'),
  request('ann', 'GET /api/empires', 200, 'The two oldest', {
    query: { sort: 'created_at', order: 'asc', limit: 2 },
  }),
  request('ann', 'PUT /api/empire/{empire_id}', 200, 'A description', {
    body: { description: 'Olives and triremes' },
  }),
  request('ben', 'PUT /api/empire/{empire_id}', 403, 'An empire of another player', {
    body: { name: 'Little Boeotia' },
  }),
  request('ann', 'GET /api/empire/{empire_id}/cities', 200, 'Of another player: without queues', {
    params: { empire_id: '$boeotia' },
  }),
] satisfies (RequestStep | SocketStep)[];

const building = [
  request('ann', 'POST /api/city/{city_id}/buildings', 201, 'Barracks', { body: { type: 'barracks' } }),
  request('ann', 'POST /api/city/{city_id}/buildings', 201, 'Two levels of the farm', {
    body: { type: 'farm', quantity: 2 },
    keeps: { farmOrder: 'order.id' },
  }),
  request('ann', 'POST /api/city/{city_id}/buildings', 409, 'More levels than the queue holds', {
    body: { type: 'market', quantity: 4 },
  }),
  request('ann', 'GET /api/city/{city_id}/buildings', 200, 'While the barracks are being built'),
  request('ann', 'PUT /api/city/{city_id}', 200, 'A name', { body: { name: 'Athenai' } }),
  request('ann', 'PUT /api/city/{city_id}', 200, 'The name before', { body: { name: 'Athens' } }),
  request('ann', 'DELETE /api/order/{order_id}', 200, 'The farm order is cancelled'),
];

const exchange = [
  request('ann', 'POST /api/city/{city_id}/exchange', 409, 'More than the stores have room for', {
    body: { give: 'food', take: 'gold', amount: 1300 },
  }),
  request('ann', 'POST /api/city/{city_id}/exchange', 200, 'A hundred food for gold', {
    body: { give: 'food', take: 'gold', amount: 100 },
  }),
];

const training = [
  request('ann', 'POST /api/city/{city_id}/train', 409, 'Before there is a stable', {
    body: { unit_type: 'knights', quantity: 1 },
  }),
  request('ann', 'POST /api/city/{city_id}/train', 201, 'Five soldiers, an hour later', {
    afterMs: hourMs,
    body: { unit_type: 'soldiers', quantity: 5 },
  }),
  request('ann', 'PUT /api/empire/{empire_id}/wishes', 200, 'A level and a batch, with a reserve', {
    body: {
      wishes: [
        { city_id: '$athens', unit_type: 'archers', quantity: 4 },
        { city_id: '$athens', type: 'market' },
      ],
      reserve: { gold: 1600, food: 1600, materials: 1600 },
    },
    keeps: { archers: 'wishes.0.id', market: 'wishes.1.id' },
  }),
  request('ann', 'PUT /api/empire/{empire_id}/wishes', 200, 'The other order', {
    body: { wishes: [{ id: '$market' }, { id: '$archers' }] },
  }),
  request('ann', 'GET /api/empire/{empire_id}/wishes', 200, 'The archers wait for the soldiers'),
  request('ann', 'PUT /api/empire/{empire_id}/wishes', 400, 'More batches than a city may have', {
    body: {
      wishes: Array.from({ length: 4 }, () => ({
        city_id: '$athens',
        unit_type: 'soldiers',
        quantity: 1,
      })),
    },
  }),
  request('ann', 'PUT /api/empire/{empire_id}/wishes', 200, 'An empty list', {
    body: { wishes: [], reserve: { gold: 0, food: 0, materials: 0 } },
  }),
  request('ann', 'PUT /api/empire/{empire_id}/leave', 200, 'A week, after a notice of 12 hours', {
    body: { days: 7 },
  }),
  request('ann', 'PUT /api/empire/{empire_id}/leave', 409, 'A second order', { body: { days: 7 } }),
  request('ann', 'DELETE /api/empire/{empire_id}/leave', 200, 'The notice is cancelled'),
  request('ann', 'POST /api/empire/{empire_id}/cities', 201, 'A second city', {
    body: { name: 'Piraeus', location: { x: -4, y: 1 } },
  }),
  request('ann', 'POST /api/empire/{empire_id}/cities', 409, 'Too close to the first city, a day later', {
    afterMs: 24 * hourMs,
    body: { name: 'Salamis', location: { x: 1, y: 1 } },
  }),
];

const armies = [
  request('ann', 'GET /api/empire/{empire_id}/military', 200, 'Your own', {
    afterMs: hourMs,
    keeps: { garrison: 'armies.0.id' },
  }),
  request('ann', 'POST /api/army/{army_id}/split', 201, 'Five archers become a second army', {
    body: { units: { archers: 5 }, name: 'Scouts' },
    keeps: { scouts: 'army.id' },
  }),
  request('ann', 'POST /api/army/{army_id}/move', 200, 'Ten tiles to the north', {
    params: { army_id: '$scouts' },
    body: { destination: { x: 0, y: -10 } },
  }),
  request('ann', 'POST /api/army/{army_id}/move', 400, 'A tile outside the world', {
    params: { army_id: '$scouts' },
    body: { destination: { x: 0, y: -5000 } },
  }),
  request('ann', 'POST /api/army/{army_id}/recall', 200, 'Home again, after six minutes', {
    afterMs: 6 * minuteMs,
    params: { army_id: '$scouts' },
  }),
  request('ann', 'POST /api/army/{army_id}/merge', 200, 'The scouts rejoin the garrison', {
    afterMs: 6 * minuteMs,
    body: { army_id: '$scouts' },
  }),
  request('ann', 'POST /api/army/{army_id}/dismiss', 200, 'Two archers go home for good', {
    body: { units: { archers: 2 } },
  }),
  request('ann', 'POST /api/army/{army_id}/dismiss', 400, 'More than the army has', {
    body: { units: { knights: 1 } },
  }),
  request('ben', 'GET /api/empire/{empire_id}/military', 200, 'Ben’s, before he marches', {
    params: { empire_id: '$boeotia' },
    keeps: { garrisonOfBen: 'armies.0.id' },
  }),
  request('ben', 'POST /api/army/{army_id}/move', 200, 'Ben leaves his city to its militia', {
    params: { army_id: '$garrisonOfBen' },
    body: { destination: { x: 30, y: 30 } },
  }),
];

const battles = [
  request('ann', 'POST /api/battle', 400, 'Your own city', {
    body: { army_id: '$garrison', target_type: 'city', target_id: '$athens' },
  }),
  request('ann', 'POST /api/battle', 201, 'Ben’s city', {
    body: { army_id: '$garrison', target_type: 'city', target_id: '$thebes' },
    keeps: { battle: 'battle.id' },
  }),
  request('ann', 'POST /api/battle', 409, 'An army that already attacks', {
    body: { army_id: '$garrison', target_type: 'city', target_id: '$thebes' },
  }),
  request('ann', 'POST /api/battles', 200, 'The same army again, with its refusal', {
    body: { orders: [{ army_id: '$garrison', target_type: 'city', target_id: '$thebes' }] },
  }),
  request('ann', 'GET /api/targets', 200, 'With an attack under way'),
  request('ann', 'GET /api/battles', 200, 'Active battles', { query: { status: 'active', limit: 1 } }),
  request('ann', 'GET /api/battle/{battle_id}', 200, 'After the last round', { afterMs: hourMs }),
  request('ann', 'POST /api/battle/{battle_id}/share', 201, 'A public link'),
  request('ann', 'DELETE /api/battle/{battle_id}/share', 200, 'Revoking it'),
  request(null, 'GET /api/battle/{battle_id}', 403, 'A stranger with a wrong link', {
    query: { share: 'mistyped-or-revoked' },
  }),
];

const ofBen = { params: { empire_id: '$boeotia' } };
const alliances = [
  request('ann', 'POST /api/alliances', 201, 'Ann founds one', {
    body: { name: 'The Owls', tag: 'OWL', description: 'Wise, and awake at night' },
    keeps: { owls: 'alliance.id' },
  }),
  request('ben', 'POST /api/battle', 201, 'The city of a member of an alliance', {
    body: { army_id: '$garrisonOfBen', target_type: 'city', target_id: '$athens' },
  }),
  request('ann', 'GET /api/alliance/{alliance_id}/threats', 200, 'Ben’s attack'),
  request('ben', 'POST /api/army/{army_id}/recall', 200, 'Ben calls his attack off', {
    params: { army_id: '$garrisonOfBen' },
  }),
  request('ben', 'POST /api/alliances', 409, 'A tag that is taken', { body: { name: 'Owlets', tag: 'owl' } }),
  request('ben', 'GET /api/alliances', 200, 'The newest one', { query: { limit: 1 } }),
  request('ben', 'POST /api/alliance/{alliance_id}/applications', 201, 'Ben applies'),
  request('ben', 'DELETE /api/alliance/{alliance_id}/candidate/{empire_id}', 200, 'Ben withdraws', ofBen),
  request('ann', 'POST /api/alliance/{alliance_id}/invitations', 201, 'Ann invites Ben', {
    body: { empire_id: '$boeotia' },
  }),
  request('ann', 'GET /api/alliance/{alliance_id}/candidates', 200, 'Ben’s empire'),
  request('ben', 'GET /api/candidacies', 200, 'An invitation'),
  request('ben', 'POST /api/alliance/{alliance_id}/members', 201, 'Ben accepts', {
    body: { empire_id: '$boeotia' },
  }),
  request('ben', 'PUT /api/alliance/{alliance_id}', 403, 'Not the leader', {
    body: { description: null },
  }),
  request('ann', 'PUT /api/alliance/{alliance_id}', 200, 'A new description', {
    body: { description: 'Wise' },
  }),
  request('ann', 'PUT /api/alliance/{alliance_id}/member/{empire_id}', 200, 'Ben becomes an officer', {
    ...ofBen,
    body: { role: 'officer' },
  }),
  request('ann', 'POST /api/army/{army_id}/guard', 200, 'Ben’s city, to stand in for him', {
    body: { target_type: 'city', target_id: '$thebes', units: { soldiers: 1 } },
  }),
  request('ann', 'POST /api/army/{army_id}/guard', 409, 'Your own city', {
    body: { target_type: 'city', target_id: '$athens' },
  }),
  request('ann', 'GET /api/alliance/{alliance_id}', 200, 'Both members'),
  request(null, 'GET /api/leaderboard', 200, 'The best alliance', { query: { type: 'alliance', limit: 1 } }),
  request('ben', 'POST /api/alliance/{alliance_id}/messages', 201, 'Ben writes to the members', {
    body: { text: 'Shall we fly tonight?' },
  }),
  request('ann', 'GET /api/alliance/{alliance_id}/messages', 200, 'All messages since Ann joined', {
    query: { after: 0 },
  }),
  request('ann', 'POST /api/alliance/{alliance_id}/report', 200, 'Ben’s message', {
    body: { number: 1, reason: 'Owls sleep by day' },
  }),
  request('ann', 'POST /api/reports', 200, 'The name of a city of Ben', {
    body: { target_type: 'city', target_id: '$thebes', reason: 'An insult' },
  }),
  request('ben', 'DELETE /api/alliance/{alliance_id}/member/{empire_id}', 200, 'Ben leaves', ofBen),
  request('ben', 'GET /api/alliance/{alliance_id}/messages', 403, 'Not a member'),
  request('ann', 'DELETE /api/alliance/{alliance_id}', 200, 'Ann dissolves it'),
];

const world = [
  request('ann', 'GET /api/seats', 200, 'The first seat', { query: { limit: 1 } }),
  request('ann', 'GET /api/reigns', 200, 'The present reign'),
  request(null, 'GET /api/rules', 200, 'A world of ordinary speed (levels and tables cut short)', {
    shortens: { levels: 1, storage_caps: 3, vaults: 3, populations: 3 },
  }),
  request('ann', 'GET /api/empire/{empire_id}/news', 200, 'Your unread results', {
    shortens: { results: 2 },
  }),
  request('ann', 'POST /api/empire/{empire_id}/news/read', 200, 'Results that you have seen', {
    body: { numbers: [3, 5] },
  }),
  request('ann', 'GET /api/empire/{empire_id}/events', 200, 'Your own event log, from its fifth entry on', {
    query: { after: 4, limit: 3 },
  }),
  request('ann', 'GET /api/empire/{empire_id}/ledger', 200, 'The latest two entries of your own ledger', {
    query: { limit: 2 },
  }),
  request('ann', 'GET /api/search', 200, 'Names that begin with A', { query: { name: 'a', limit: 2 } }),
  request('ann', 'GET /api/leaderboard', 200, 'The first two', { query: { type: 'score', limit: 2 } }),
  request(null, 'GET /api/announcement', 200, 'A restart is announced'),
  request('ann', 'GET /api/map', 200, 'Around the capital', { query: { x: 0, y: 0, radius: 5 } }),
  request(null, 'GET /healthz', 200, 'The process is alive'),
  request(null, 'GET /readyz', 200, 'Ready to serve'),
  request('ben', 'POST /password', 200, 'A new password', {
    body: {
      current_password: password,
      new_password: 'olive tree',
      confirm_password: 'olive tree',
    },
  }),
  request('ben', 'POST /email', 200, 'Another e-mail', {
    body: { email: 'ben@example.net', current_password: 'olive tree' },
    mailTo: 'ben@example.net',
  }),
  request(null, 'POST /confirm-email', 200, 'With the token of the mail', { body: { token: '$mailed' } }),
  request(null, 'POST /confirm-email', 400, 'The token a second time', { body: { token: '$mailed' } }),
  request('ben', 'GET /api/user/data', 200, 'Everything about Ben', {
    shortens: { cities: 1, buildings: 1, goals: 1, battles: 1, rounds: 1, events: 1, ledger: 1 },
  }),
  request('ben', 'GET /api/user/sessions', 200, 'One login', { keeps: { session: 'sessions.0.id' } }),
  request('ben', 'DELETE /api/user/sessions/others', 200, 'Logging out everywhere else'),
  request('ben', 'DELETE /api/user/sessions/{session_id}', 200, 'The session of the request'),
  request('ann', 'POST /logout', 200, 'Logging out'),
  request(null, 'POST /forgot-password', 200, 'Whether or not the account exists', {
    body: { username: 'ann' },
    mailTo: 'ann@example.org',
  }),
  request(null, 'POST /reset-password', 200, 'With the token of the mail', {
    body: { token: '$mailed', new_password: 'olive tree', confirm_password: 'olive tree' },
  }),
  request(null, 'POST /login', 200, 'With the new password', {
    body: { username: 'ann', password: 'olive tree' },
  }),
  request('ann', 'POST /delete-account', 200, 'Ann leaves', { body: { current_password: 'olive tree' } }),
  request(null, 'POST /login', 200, 'Ann takes it back', {
    body: { username: 'ann', password: 'olive tree' },
  }),
];

export const scenario: readonly (RequestStep | SocketStep)[] = [
  ...accounts,
  ...empires,
  ...building,
  ...exchange,
  ...training,
  ...armies,
  ...battles,
  ...messages,
  ...alarms,
  ...alliances,
  ...world,
];
