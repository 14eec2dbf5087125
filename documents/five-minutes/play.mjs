import { createClient, unwrap } from '@hegemon-game/client';

const username = '{{username}}';
const password = '{{password}}';
const hegemon = createClient({ url: '{{origin}}' });

// 1. Register. A refusal is a value: in a second run, the name is yours already.
const email = `${username}@example.org`;
await hegemon.register({ username, email, password, confirm_password: password });

// 2. Log in. The answer has a token, which the client sends with every later call.
const { token } = unwrap(await hegemon.logIn({ username, password }));
console.log('token', token);

// 3. Found an empire near the middle of the map.
const founding = { name: `Realm of ${username}`, starting_location: { x: 0, y: 0 } };
const { empire_id } = unwrap(await hegemon.readProfile());
const empire = empire_id ?? unwrap(await hegemon.foundEmpire(founding)).empire.id;

// 4. Build a farm in its capital.
const [capital] = unwrap(await hegemon.listCities(empire)).cities;
if (capital === undefined) throw new Error('an empire has a capital');
const { order } = unwrap(await hegemon.build(capital.id, { type: 'farm' }));
console.log('farm to level', order.to_level, 'at', order.completes_at);

// 5. Listen until the farm is finished.
const live = hegemon.live(empire, { after: 0 });
live.on('empire_update', ({ seq, changes }) => {
  console.log('seq', seq, changes.resources);
});
live.on('empire_event', ({ event }) => {
  console.log('event.number', event.number, event.type);
  if (event.type !== 'construction_complete') return;
  if (event.data.building.level === order.to_level) live.close();
});
