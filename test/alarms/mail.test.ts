/** Mails of alarms: attacks at most once an hour, and the link that ends them. */
import { expect, it } from 'vitest';
import { useNew, useTestGame, type Ruler } from '../support/game.ts';
import { useMailCatcher } from '../support/mail-catcher.ts';
import { attackCity, createNeighbours } from '../support/players.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const catcher = useMailCatcher();
const game = useTestGame(() => ({ smtpUrl: catcher.url }));
const players = useNew(async () => {
  const [ann, foe] = await createNeighbours(game, 6);
  await confirm(ann);
  return { ann, foe };
});

const addressOf = ({ username }: Ruler): string => `${username}@example.org`;
const confirm = (ruler: Ruler, isConfirmed = true) =>
  game.query('UPDATE users SET is_email_confirmed = $2 WHERE username = $1', ruler.username, isConfirmed);
const want = (ruler: Ruler, attacks: boolean) =>
  ruler.send('PUT', '/api/alarms/settings', { kinds: [], shows_names: true, mail: { attacks } });
const mailsTo = (ruler: Ruler): string[] =>
  catcher.mails.filter(({ to }) => to.includes(addressOf(ruler))).map(({ text }) => text);
const subjectsTo = (ruler: Ruler): (string | undefined)[] =>
  mailsTo(ruler).map((text) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());

async function sendDue(): Promise<void> {
  game.instance.alarms.noteGap();
  await game.instance.alarms.catchUp();
}

const mailbox = async (ruler: Ruler) =>
  (
    await game.query<{ id: string; held_until: number; failures: number }>(
      `SELECT c.id, held_until, failures FROM alarm_channels c JOIN users u ON u.id = user_id
       WHERE medium = 'mail' AND username = $1`,
      ruler.username,
    )
  )[0];

/** Stores an attack of the foe that arrives after this time. */
function storeAttack(durationMs: number) {
  const { ann, foe } = players;
  const { x, y } = ann.tile;
  return game.query(
    `INSERT INTO battles (id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at, seed)
     VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), 'city', $3, $4, $5, $6, $7, '')`,
    foe.empireId,
    ann.empireId,
    ann.capitalId,
    x,
    y,
    game.clock.now(),
    game.clock.now() + durationMs,
  );
}

it('an attack: a few facts, one link, and the headers that end the mails with one click', async () => {
  const { ann, foe } = players;
  await want(ann, true);
  const battleId = await attackCity(foe, ann);
  await sendDue();
  await sendDue();
  expect(subjectsTo(ann)).toEqual(['Attack on Capital']);
  const text = mailsTo(ann)[0] ?? '';
  expect(text).toMatch(
    new RegExp(`Hello ${ann.username},\\s+Attack on Capital\\. It arrives at \\d\\d:\\d\\d UTC\\.`),
  );
  const link = `http://localhost:3000/battle/${battleId}`;
  expect(text.match(/https?:\/\/\S+/g)?.filter((address) => !address.includes('unsubscribe'))).toEqual([
    link,
  ]);
  expect(text).toContain(`/unsubscribe/${(await mailbox(ann))?.id}>`);
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(text).not.toContain(foe.username);
});

it('of attacks in an hour one mail tells at once, and one of all others at its end, if they still hold', async () => {
  const { ann } = players;
  await want(ann, true);
  await storeAttack(10 * hourMs);
  await sendDue();
  for (const durationMs of [30 * minuteMs, 5 * hourMs, 5 * hourMs]) {
    game.clock.advance(minuteMs);
    await storeAttack(durationMs);
    await sendDue();
  }
  expect(subjectsTo(ann)).toEqual(['Attack on Capital']);
  game.clock.advance(57 * minuteMs);
  await game.instance.alarms.catchUp();
  expect(subjectsTo(ann)).toEqual(['Attack on Capital', '2 attacks on you']);
  await game.query('DELETE FROM battles WHERE defender_id = $1', ann.empireId);
});

it('attacks and reports have an hour each: a mail of one never delays the other', async () => {
  const { ann, foe } = players;
  const [bob, cat] = await createNeighbours(game, 6);
  await want(ann, true);
  await game.query(`UPDATE users SET role = 'moderator' WHERE username = $1`, ann.username);
  const report = async (id: string): Promise<void> => {
    const sent = await foe.send('POST', '/api/reports', { target_type: 'empire', target_id: id });
    expect(sent.status).toBe(200);
    await sendDue();
  };
  await storeAttack(10 * hourMs);
  await sendDue();
  game.clock.advance(20 * minuteMs);
  await report(bob.empireId);
  const [attack, first] = ['Attack on Capital', 'A player is reported'];
  expect(subjectsTo(ann)).toEqual([attack, first]);
  const text = mailsTo(ann)[1] ?? '';
  expect(text).toContain('http://localhost:3000/admin/reports');
  for (const { username } of [bob, foe]) expect(text).not.toContain(username);
  await report(cat.empireId);
  await storeAttack(10 * hourMs);
  await sendDue();
  expect(subjectsTo(ann)).toHaveLength(2);
  game.clock.advance(40 * minuteMs);
  await game.instance.alarms.catchUp();
  expect(subjectsTo(ann)).toEqual([attack, first, attack]);
  game.clock.advance(20 * minuteMs);
  await game.instance.alarms.catchUp();
  expect(subjectsTo(ann)).toEqual([attack, first, attack, first]);
  await game.query('UPDATE reports SET handled_at = 1');
  await game.query('DELETE FROM battles WHERE defender_id = $1', ann.empireId);
});

it('an address that is not confirmed gets nothing, also not later what it missed', async () => {
  const { ann, foe } = players;
  await confirm(ann, false);
  await want(ann, true);
  expect(await ann.read('/api/alarms/settings')).toMatchObject({
    mail_state: 'unconfirmed',
    mail: { attacks: true },
  });
  await attackCity(foe, ann);
  await sendDue();
  await confirm(ann);
  await sendDue();
  expect(mailsTo(ann)).toEqual([]);
  expect(await ann.read('/api/alarms/settings')).toMatchObject({ mail_state: 'ready' });
});

it('a player with mails turned off receives none', async () => {
  const { ann, foe } = players;
  await want(ann, true);
  await want(ann, false);
  await attackCity(foe, ann);
  await sendDue();
  expect(mailsTo(ann)).toEqual([]);
});

it('turning mails off while an instance works on the mailbox remains', async () => {
  const { ann, foe } = players;
  await want(ann, true);
  await attackCity(foe, ann);
  game.instance.alarms.noteGap();
  const working = game.instance.alarms.catchUp();
  await want(ann, false);
  await working;
  expect(await ann.read('/api/alarms/settings')).toMatchObject({ mail: { attacks: false } });
});

it('off and on sends nothing again, and the address in an earlier mail still ends the mails', async () => {
  const { ann, foe } = players;
  await want(ann, true);
  await attackCity(foe, ann);
  await sendDue();
  for (const attacks of [false, true]) {
    await want(ann, attacks);
    await sendDue();
  }
  expect(mailsTo(ann)).toHaveLength(1);
  const [link = ''] = /\/unsubscribe\/[\w-]+/.exec(mailsTo(ann)[0] ?? '') ?? [];
  await fetch(game.url + link, { method: 'POST' });
  expect(await ann.read('/api/alarms/settings')).toMatchObject({ mail: { attacks: false } });
});

it('an account that is due for deletion gets none', async () => {
  const { ann, foe } = players;
  await want(ann, true);
  await game.query('UPDATE users SET deletion_at = now() WHERE username = $1', ann.username);
  await attackCity(foe, ann);
  await sendDue();
  expect(mailsTo(ann)).toEqual([]);
  await game.query('UPDATE users SET deletion_at = NULL WHERE username = $1', ann.username);
});

it('mails to an address that does not exist are turned off', async () => {
  const { ann, foe } = players;
  catcher.refused.add(addressOf(ann));
  await want(ann, true);
  await attackCity(foe, ann);
  await sendDue();
  expect(await ann.read('/api/alarms/settings')).toMatchObject({ mail: { attacks: false } });
});

it.each(['451 4.3.0 try again later', '550 5.7.1 relay access denied', '554 no thanks'])(
  'after "%s" the mail comes later; after 24 hours of it, the attack is given up',
  async (reply) => {
    const { ann } = players;
    catcher.replies.set(addressOf(ann), reply);
    await want(ann, true);
    await storeAttack(3 * dayMs);
    await sendDue();
    const { held_until: heldUntil = 0, failures } = (await mailbox(ann)) ?? {};
    expect([heldUntil - game.clock.now(), failures]).toEqual([15_000, 1]);
    game.clock.advance(dayMs - minuteMs);
    await storeAttack(3 * dayMs);
    game.clock.advance(minuteMs);
    await sendDue();
    // The second one is too young to be given up.
    expect(await mailbox(ann)).toMatchObject({ failures: 1 });
    catcher.replies.clear();
    game.clock.advance(minuteMs);
    await sendDue();
    expect(subjectsTo(ann)).toEqual(['Attack on Capital']);
    await game.query('DELETE FROM battles WHERE defender_id = $1', ann.empireId);
  },
);

it('a failure whose attack was called off does not count against the next one', async () => {
  const { ann } = players;
  catcher.replies.set(addressOf(ann), '451 4.3.0 try again later');
  await want(ann, true);
  await storeAttack(3 * dayMs);
  await sendDue();
  await game.query('DELETE FROM battles WHERE defender_id = $1', ann.empireId);
  game.clock.advance(2 * dayMs);
  await sendDue();
  expect(await mailbox(ann)).toMatchObject({ failures: 0 });
  catcher.replies.clear();
});
