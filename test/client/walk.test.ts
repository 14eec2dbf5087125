/** Calls every method of the client against a real instance, in an order in which each succeeds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, unwrap, type Calls, type Client } from '../../src/client/client.ts';
import { routes } from '../../src/client/routes.ts';
import { enrich, expose, setLevels, setUnits } from '../support/endow.ts';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { openSession, seatRuler } from '../support/guests.ts';
import { startMailCatcher, tokenOf, type MailCatcher } from '../support/mail-catcher.ts';

const account = { username: 'Theseus', email: 'theseus@example.org', password: 'a long thread' };

let catcher: MailCatcher;
let game: TestGame;
let bob: Ruler;
let hegemon: Client;
const used = new Set<string>();
/** Ids from earlier steps. */
const created = { empireId: '', cityId: '', orderId: '', armyId: '', splitArmyId: '', battleId: '' };

beforeAll(async () => {
  catcher = await startMailCatcher();
  game = await startTestGame({ smtpUrl: catcher.url });
  bob = await seatRuler(game, { x: 0, y: 9 });
  await expose(game, bob.empireId);
  const client = createClient({ url: game.url });
  hegemon = new Proxy(client, {
    get: (target, name: keyof Calls) => {
      used.add(name);
      return target[name];
    },
  });
});
afterAll(async () => {
  await game.stop();
  await catcher.stop();
});

it('registers', async () => {
  const answer = await hegemon.register({ ...account, confirm_password: account.password });
  expect(answer).toMatchObject({ ok: true, data: { success: true } });
});

it('logs in and keeps the token', async () => {
  const { token } = unwrap(await hegemon.logIn(account));
  expect(hegemon.token).toBe(token);
});

it('reads the profile', async () => {
  expect(unwrap(await hegemon.readProfile()).username).toBe('Theseus');
});

it('founds an empire', async () => {
  const { empire } = unwrap(
    await hegemon.foundEmpire({ name: 'Attica', capital_name: 'Capital', starting_location: { x: 0, y: 0 } }),
  );
  created.empireId = empire.id;
  created.cityId = empire.capital.id;
  await enrich(game, empire.id);
  await setLevels(game, empire.capital.id, { barracks: 1, house: 5 });
  expect(empire.name).toBe('Attica');
});

it('reads and lists empires', async () => {
  expect(unwrap(await hegemon.readEmpire(created.empireId)).name).toBe('Attica');
  expect(unwrap(await hegemon.listEmpires({ limit: 1, sort: 'name' })).empires).toHaveLength(1);
  expect(unwrap(await hegemon.listEmpires()).pagination.total).toBe(2);
});

it('changes the description of the empire', async () => {
  const { empire } = unwrap(await hegemon.updateEmpire(created.empireId, { description: 'Olives' }));
  expect(empire.description).toBe('Olives');
});

it('founds and lists cities', async () => {
  unwrap(await hegemon.foundCity(created.empireId, { name: 'Piraeus', location: { x: 12, y: 0 } }));
  unwrap(await hegemon.renameCity(created.cityId, { name: 'Athens' }));
  const { cities } = unwrap(await hegemon.listCities(created.empireId));
  expect(cities.map(({ name }) => name).sort()).toEqual(['Athens', 'Piraeus']);
});

it('orders a building, lists it, and cancels the order', async () => {
  const { order } = unwrap(await hegemon.build(created.cityId, { type: 'quarry', quantity: 2 }));
  const { buildings } = unwrap(await hegemon.listBuildings(created.cityId));
  expect(buildings.find(({ type }) => type === 'quarry')?.status).toBe('constructing');
  expect(unwrap(await hegemon.cancelOrder(order.id)).refund.gold).toBeGreaterThan(0);
});

it('trains', async () => {
  const { order } = unwrap(await hegemon.train(created.cityId, { unit_type: 'soldiers', quantity: 3 }));
  expect(order.quantity).toBe(3);
});

it('reads the military', async () => {
  const { armies } = unwrap(await hegemon.readMilitary(created.empireId));
  created.armyId = armies[0]?.id ?? '';
  await setUnits(game, created.armyId, { soldiers: 30 });
  expect(armies).toHaveLength(1);
});

it('splits, merges, dismisses, moves and recalls armies', async () => {
  const split = async () =>
    unwrap(await hegemon.splitArmy(created.armyId, { units: { soldiers: 5 } })).army.id;
  const joining = await split();
  expect(unwrap(await hegemon.mergeArmy(created.armyId, { army_id: joining })).army.units.soldiers).toBe(30);
  created.splitArmyId = await split();
  const dismissed = unwrap(await hegemon.dismissUnits(created.armyId, { units: { soldiers: 1 } }));
  expect(dismissed.army?.units.soldiers).toBe(24);
  const { army } = unwrap(await hegemon.moveArmy(created.splitArmyId, { destination: { x: -9, y: 0 } }));
  expect(army.status).toBe('marching');
  expect(unwrap(await hegemon.recallArmy(created.splitArmyId)).army.status).toBe('returning');
});

it('attacks, and reads and lists battles', async () => {
  const { battle } = unwrap(
    await hegemon.attack({ army_id: created.armyId, target_type: 'city', target_id: bob.capitalId }),
  );
  expect(unwrap(await hegemon.readBattle(battle.id)).seed_hash).toBe(battle.seed_hash);
  const { battles } = unwrap(await hegemon.listBattles({ empire_id: bob.empireId, status: 'active' }));
  expect(battles.map(({ id }) => id)).toEqual([battle.id]);
  created.battleId = battle.id;
});

it('shares a battle that is over, and revokes the link', async () => {
  unwrap(await hegemon.recallArmy(created.armyId));
  const { share } = unwrap(await hegemon.shareBattle(created.battleId));
  const stranger = createClient({ url: game.url });
  expect(unwrap(await stranger.readBattle(created.battleId, { share: share.token })).called_off).toBe(
    'recalled',
  );
  unwrap(await hegemon.revokeShare(created.battleId));
  expect(unwrap(await hegemon.readBattle(created.battleId)).share).toBeNull();
});

it('lists events and ledger entries', async () => {
  const { events } = unwrap(await hegemon.listEvents(created.empireId, { limit: 1 }));
  expect(events).toMatchObject([{ number: 1, type: 'empire_founded' }]);
  const { entries } = unwrap(await hegemon.listLedger(created.empireId, { before: 2 }));
  expect(entries).toMatchObject([{ number: 1, cause: 'founding' }]);
});

it('reads rankings, map and rules', async () => {
  expect(unwrap(await hegemon.search({ name: 'att', limit: 5 })).results).toMatchObject([{ name: 'Attica' }]);
  expect(unwrap(await hegemon.listScores(created.empireId)).scores).toHaveLength(1);
  expect(unwrap(await hegemon.readLeaderboard({ type: 'economic', limit: 5 })).rankings).toHaveLength(2);
  const { cities } = unwrap(await hegemon.readMap({ x: 0, y: 0, radius: 3 }));
  expect(cities.filter(({ kind }) => kind === 'player')).toHaveLength(1);
  expect(unwrap(await hegemon.readRules()).speed).toBe(1);
});

it('sets and reads the list of wishes', async () => {
  const list = {
    wishes: [{ city_id: created.cityId, type: 'farm' as const }],
    reserve: { gold: 5, food: 0, materials: 0 },
  };
  expect(unwrap(await hegemon.setWishes(created.empireId, list)).reserve.gold).toBe(5);
  expect(unwrap(await hegemon.wishes(created.empireId)).reserve.gold).toBe(5);
});

it('reads seats and reigns', async () => {
  expect(unwrap(await hegemon.readSeats()).seats[0]?.number).toBe(0);
  expect(unwrap(await hegemon.readReigns()).current.number).toBe(1);
});

it('lists unread results and reads them', async () => {
  const { results } = unwrap(await hegemon.listNews(created.empireId));
  unwrap(await hegemon.readNews(created.empireId, { numbers: results.map(({ number }) => number) }));
  expect(results.length).toBeGreaterThan(0);
  expect(unwrap(await hegemon.listNews(created.empireId)).results).toEqual([]);
});

it('reads the announcement and the day', async () => {
  expect(unwrap(await hegemon.readToday()).players.today).toBe(2);
  expect(unwrap(await hegemon.readAnnouncement())).toEqual({ announcement: null });
});

it('reads the documents of the service', async () => {
  expect(unwrap(await hegemon.readOpenApi()).openapi).toBe('3.1.0');
  expect(unwrap(await hegemon.readAsyncApi()).asyncapi).toBe('3.0.0');
});

it('writes to a player, reads, reports and marks the answer', async () => {
  const { owner_id: user_id } = unwrap(await hegemon.readEmpire(bob.empireId));
  const { thread_id: id } = unwrap(await hegemon.startThread({ user_id, text: 'Peace?' }));
  unwrap(await hegemon.sendMessage(id, { text: 'Or war?' }));
  await bob.send('POST', `/api/thread/${id}/messages`, { text: 'War.' });
  expect(unwrap(await hegemon.listThreads()).threads).toMatchObject([{ id, unread: 1 }]);
  const { messages } = unwrap(await hegemon.readThread(id, { after: 2 }));
  expect(messages).toMatchObject([{ number: 3, text: 'War.' }]);
  expect(unwrap(await hegemon.markRead(id, { number: 3 })).unread).toBe(0);
  expect(unwrap(await hegemon.reportMessage(id, { number: 3, reason: 'rude' })).success).toBe(true);
  expect(unwrap(await hegemon.blockPlayer({ user_id })).success).toBe(true);
  expect(unwrap(await hegemon.listBlocks()).blocks).toMatchObject([{ player: { user_id } }]);
  expect(unwrap(await hegemon.unblockPlayer(user_id)).success).toBe(true);
});

it('founds an alliance, invites, accepts, hands over and dissolves it', async () => {
  const { alliance } = unwrap(await hegemon.foundAlliance({ name: 'The Owls', tag: 'OWL' }));
  const { id } = alliance;
  unwrap(await hegemon.updateAlliance(id, { description: 'Wise' }));
  expect(unwrap(await hegemon.listAlliances()).alliances).toMatchObject([{ id, description: 'Wise' }]);
  const empire_id = bob.empireId;
  unwrap(await hegemon.inviteEmpire(id, { empire_id }));
  expect(unwrap(await hegemon.listCandidates(id)).candidates).toMatchObject([
    { empire_id, kind: 'invitation' },
  ]);
  unwrap(await hegemon.removeCandidate(id, empire_id));
  expect(unwrap(await hegemon.listCandidacies()).candidacies).toEqual([]);
  expect(await hegemon.applyToAlliance(id)).toMatchObject({ error: { code: 'ALLIANCE_MEMBER' } });
  await bob.send('POST', `/api/alliance/${id}/applications`);
  unwrap(await hegemon.acceptMember(id, { empire_id }));
  unwrap(await hegemon.changeRole(id, empire_id, { role: 'officer' }));
  expect(unwrap(await hegemon.readAlliance(id)).members).toMatchObject([
    { role: 'leader' },
    { role: 'officer' },
  ]);
  unwrap(await hegemon.writeToAlliance(id, { text: 'Hoot' }));
  await bob.send('POST', `/api/alliance/${id}/messages`, { text: 'Hoot!' });
  expect(unwrap(await hegemon.readChat(id, { after: 1 })).messages).toMatchObject([{ text: 'Hoot!' }]);
  expect(unwrap(await hegemon.reportChat(id, { number: 2 })).success).toBe(true);
  expect(unwrap(await hegemon.listThreats(id)).threats).toEqual([]);
  unwrap(await hegemon.removeMember(id, empire_id));
  expect(unwrap(await hegemon.dissolveAlliance(id)).success).toBe(true);
});

it('changes the e-mail, and replaces a forgotten password', async () => {
  const { username, password } = account;
  const email = 'new@example.org';
  unwrap(await hegemon.changeEmail({ email, current_password: password }));
  unwrap(await hegemon.confirmEmail({ token: tokenOf(await catcher.waitFor(email)) }));
  expect(unwrap(await hegemon.readProfile()).email).toBe(email);
  unwrap(await hegemon.forgotPassword({ username }));
  const token = tokenOf(await catcher.waitFor(email, 2));
  unwrap(await hegemon.resetPassword({ token, new_password: password, confirm_password: password }));
  unwrap(await hegemon.logIn(account));
});

it('lists sessions, ends another session, and logs out', async () => {
  await openSession(game, 'Theseus');
  const { sessions } = unwrap(await hegemon.listSessions());
  const other = sessions.find(({ current }) => !current);
  expect(unwrap(await hegemon.revokeSession(other?.id ?? '')).success).toBe(true);
  expect(unwrap(await hegemon.revokeOtherSessions()).success).toBe(true);
  const change = {
    current_password: account.password,
    new_password: account.password,
    confirm_password: account.password,
  };
  expect(unwrap(await hegemon.changePassword(change)).success).toBe(true);
  expect(unwrap(await hegemon.logOut()).success).toBe(true);
});

it('downloads the data, and deletes the account', async () => {
  unwrap(await hegemon.logIn(account));
  expect(unwrap(await hegemon.downloadData()).account.username).toBe('Theseus');
  const { deletes_at } = unwrap(await hegemon.deleteAccount({ current_password: account.password }));
  expect(Date.parse(deletes_at)).toBeGreaterThan(Date.now());
});

it('has called every method', () => {
  expect(Object.keys(routes).filter((name) => !used.has(name))).toEqual([]);
});
