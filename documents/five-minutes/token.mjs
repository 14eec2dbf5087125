import { createClient, unwrap } from '@hegemon-game/client';

const hegemon = createClient({ url: '{{origin}}', token: '{{token}}' });
const { username, empire_id } = unwrap(await hegemon.readProfile());
if (empire_id === null) throw new Error(`${username} has no empire yet`);
console.log(unwrap(await hegemon.readEmpire(empire_id)));
