/** API tokens on the account page: made, shown once, revoked. */
import { describe, expect, it } from 'vitest';
import { requestsOf, useNew, useTestGame } from '../support/game.ts';
import { createPlayer } from '../support/players.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();
const player = useNew(() => createPlayer(game));
const useBrowser = () => new Browser(game, player.cookie);

const makeToken = (browser: Browser, name: string, scope: string, days: string) =>
  browser.sendForm('/account/tokens', { name, scope, days });
const secretIn = (html: string): string => /value="(hgm_[\w-]{43})"/.exec(html)?.[1] ?? '';
const idIn = (html: string): string => /action="\/account\/token\/([\w-]+)\/revoke/.exec(html)?.[1] ?? '';
const statusWith = async (secret: string): Promise<number> =>
  (await requestsOf(game.url, secret).send('GET', '/api/user/profile')).status;

describe('the account page', () => {
  it('shows a new token once, and no later page, address or cookie has it', async () => {
    const browser = useBrowser();
    const made = await makeToken(browser, 'Score <board>', 'read', '');
    const secret = secretIn(made.html);
    expect([made.status, made.location, await statusWith(secret)]).toEqual([200, null, 200]);
    expect(wordsOf(partOf(made, 'tokens'))).toContain('Copy the token now: it is shown only once.');
    const later = await browser.open('/account');
    expect(later.html).not.toContain(secret.slice(4));
    expect(wordsOf(partOf(later, 'tokens'))).toContain('1 of 10');
    expect(later.html).toContain('Score &lt;board&gt;');
  });

  it('makes none that is refused', async () => {
    const { status, html } = await makeToken(useBrowser(), '', 'play', '0');
    expect(status).toBe(400);
    expect(html).not.toMatch(/hgm_[\w-]{43}/);
  });

  it('revokes a token', async () => {
    const browser = useBrowser();
    const made = await makeToken(browser, 'Bot', 'play', '30');
    const sent = await browser.sendForm(`/account/token/${idIn(made.html)}/revoke`);
    expect([sent.status, sent.location]).toEqual([302, '/account#tokens']);
    expect(await statusWith(secretIn(made.html))).toBe(401);
    expect(wordsOf(partOf(await browser.open('/account'), 'tokens'))).toContain('That token is revoked.');
  });

  it('revokes no token of another player', async () => {
    const made = await makeToken(useBrowser(), 'Bot', 'play', '');
    const other = new Browser(game, (await createPlayer(game)).cookie);
    expect((await other.sendForm(`/account/token/${idIn(made.html)}/revoke`)).status).toBe(403);
    expect(await statusWith(secretIn(made.html))).toBe(200);
  });
});
