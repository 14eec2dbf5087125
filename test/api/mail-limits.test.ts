/** Mails to unconfirmed addresses: no text of a player, and few addresses a day for a network. */
import { beforeEach, describe, expect, it } from 'vitest';
import { password, registerPlayer, sendAnonymously, useOne, useTwoInstances } from '../support/game.ts';
import { startMailCatcher, tokenOf, type CaughtMail } from '../support/mail-catcher.ts';

const dayMs = 86_400_000;

const catcher = useOne(startMailCatcher, (started) => started.stop());
const games = useTwoInstances(() => ({ smtpUrl: catcher.url, trustProxy: 1 }));

let networks = 0;
let network: string;
beforeEach(() => {
  networks += 1;
  network = `198.51.100.${networks}`;
});

/** Sends a request from an address to the first instance, or to the one of this index. */
function send(path: string, body: object, from = network, index = 0, token?: string) {
  const headers = {
    'X-Forwarded-For': from,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return sendAnonymously(games[index]?.url ?? '', 'POST', path, body, headers);
}

const register = () => registerPlayer(games[0].url);
const addressOf = (username: string): string => `${username}@example.org`;
const mailsTo = (address: string): CaughtMail[] => catcher.mails.filter(({ to }) => to.includes(address));

/** Asks for a new password of a new account. Returns the address to which the mail goes, if it is sent. */
async function forget(from = network, index = 0): Promise<string> {
  const { username } = await register();
  expect((await send('/forgot-password', { username }, from, index)).status).toBe(200);
  return addressOf(username);
}

/** The addresses that have got a mail when all mails so far are through. */
async function reached(addresses: readonly string[]): Promise<string[]> {
  // Posted after all others, by an instance that sends two at a time; its own network has room.
  for (const index of [0, 0, 1, 1]) {
    networks += 1;
    await catcher.waitFor(await forget(`203.0.113.${networks}`, index));
  }
  return addresses.filter((address) => mailsTo(address).length > 0);
}

describe('the text of a mail', () => {
  /** All mails of an account: a new password, a change of the e-mail (to the old and the new address), its deletion. */
  async function causeAll(isConfirmed: boolean): Promise<{ mails: CaughtMail[]; words: string[] }> {
    const player = await register();
    const { username, token } = player;
    if (isConfirmed)
      await games[0].query('UPDATE users SET is_email_confirmed = true WHERE username = $1', username);
    const [address, fresh] = [addressOf(username), `${username}x@example.net`];
    await send('/forgot-password', { username });
    await catcher.waitFor(address, 1);
    await send('/email', { email: fresh, current_password: password }, network, 0, token);
    await catcher.waitFor(address, 2);
    await send('/confirm-email', { token: tokenOf(await catcher.waitFor(fresh)) });
    await catcher.waitFor(address, 3);
    await send('/delete-account', { current_password: password }, network, 0, token);
    await catcher.waitFor(fresh, 2);
    return { mails: [...mailsTo(address), ...mailsTo(fresh)], words: [username, fresh] };
  }
  const bodyOf = ({ text }: CaughtMail): string => text.slice(text.indexOf('\r\n\r\n'));

  it('names neither the player nor the new e-mail, before the address is confirmed', async () => {
    const { mails, words } = await causeAll(false);
    expect(mails).toHaveLength(5);
    // The last one, about the deletion, goes to an address that was confirmed meanwhile.
    for (const mail of mails.slice(0, 4)) {
      expect(bodyOf(mail)).toContain('Hello,');
      for (const word of words) expect(bodyOf(mail)).not.toContain(word);
    }
    expect(mails.slice(4).map(bodyOf).join()).toContain(`Hello ${words[0]},`);
  });

  it('names both to an address that is confirmed', async () => {
    const { mails, words } = await causeAll(true);
    const [reset, warning, changed, confirm] = mails.map(bodyOf);
    for (const text of [reset, warning, changed]) expect(text).toContain(`Hello ${words[0]},`);
    for (const text of [warning, changed]) expect(text).toContain(words[1]);
    expect(confirm).toContain('Hello,');
  });

  it('a further change of the e-mail starts unconfirmed', async () => {
    const { username, token } = await register();
    const fresh = `${username}y@example.net`;
    await send('/email', { email: fresh, current_password: password }, network, 0, token);
    await send('/confirm-email', { token: tokenOf(await catcher.waitFor(fresh)) });
    await send('/email', { email: `z${fresh}`, current_password: password }, network, 0, token);
    expect(bodyOf(await catcher.waitFor(`z${fresh}`))).not.toContain(username);
  });
});

describe('a network', () => {
  it('reaches 3 such addresses a day, over all instances', async () => {
    const addresses: string[] = [];
    for (const index of [0, 1, 0, 1]) addresses.push(await forget(network, index));
    expect(await reached(addresses)).toHaveLength(3);
  });

  it('reaches 3 of 8 at once', async () => {
    const addresses = await Promise.all(Array.from({ length: 8 }, (_, index) => forget(network, index % 2)));
    expect(await reached(addresses)).toHaveLength(3);
  });

  it('reaches an address of today again', async () => {
    const { username } = await register();
    await send('/forgot-password', { username });
    await catcher.waitFor(addressOf(username));
    for (let time = 0; time < 3; time++) await forget();
    await send('/forgot-password', { username }, network, 1);
    await catcher.waitFor(addressOf(username), 2);
  });

  it('is refused a further change of an e-mail, until the next day', async () => {
    const { username, token } = await register();
    const change = (name: string) =>
      send('/email', { email: `${username}@${name}.net`, current_password: password }, network, 1, token);
    // Each change reaches the old address, too.
    expect((await change('one')).status).toBe(200);
    expect((await change('two')).status).toBe(200);
    await games[0].query("DELETE FROM rate_limit_counters WHERE key LIKE 'hit email:%'");
    const refused = await change('three');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(String(refused.body.details)).toContain('3 new addresses a day');
    games[0].clock.advance(dayMs);
    expect((await change('three')).status).toBe(200);
  });

  it.each([
    ['of IPv6 is a /64', '2001:db8:1:1::', ['1', '2', 'ffff:3', '4:4:4'], 3],
    ['of IPv4 is an address', '192.0.2.', ['1', '2', '3', '4'], 4],
  ])('%s', async (_, prefix, hosts, count) => {
    const addresses: string[] = [];
    for (const host of hosts) addresses.push(await forget(prefix + host));
    expect(await reached(addresses)).toHaveLength(count);
    expect(await reached([await forget('2001:db8:1:2::1')])).toHaveLength(1);
  });

  it('reaches any number of confirmed addresses', async () => {
    const addresses: string[] = [];
    for (let time = 0; time < 5; time++) {
      const { username } = await register();
      await games[0].query('UPDATE users SET is_email_confirmed = true WHERE username = $1', username);
      await send('/forgot-password', { username });
      addresses.push(addressOf(username));
    }
    expect(await reached(addresses)).toHaveLength(5);
  });
});
