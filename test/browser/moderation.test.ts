/** A moderator handles a report on a phone, without a shell. */
import { describe, expect, it } from 'vitest';
import { createEmpire, createPlayer } from '../support/players.ts';
import { hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('a moderator on a phone', () => {
  const stage = setUpBrowser();

  it('comes from the link of the page to the mute of a reported player', async () => {
    const { game } = stage;
    const ann = await createEmpire(game, { x: 0, y: 0 });
    const bob = await createEmpire(game, { x: 9, y: 0 });
    const moderator = await createPlayer(game);
    await game.query(`UPDATE users SET role = 'moderator' WHERE username = $1`, moderator.username);
    const { body: anns } = await bob.send<{ owner_id: string }>('GET', `/api/empire/${ann.empireId}`);
    const rude = { user_id: anns.owner_id, text: 'Something rude' };
    const { thread_id: id } = (await bob.send<{ thread_id: string }>('POST', '/api/threads', rude)).body;

    const annsPage = await (await stage.chromium.reader(phone, ann.cookie)).open(`/messages/${id}`);
    await annsPage.getByText('Report', { exact: true }).click();
    await annsPage.getByLabel('Why (optional)').fill('Rude words');
    await annsPage.getByRole('button', { name: 'Report to the operator' }).click();
    await annsPage
      .getByText(/reported/i)
      .first()
      .waitFor();

    const page = await (await stage.chromium.reader(phone, moderator.cookie)).open('/rules');
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    const report = page.locator('section', { hasText: 'Rude words' }).last();
    await report.getByText('Something rude').waitFor();
    await report.getByRole('link', { name: 'Mute a player' }).click();
    await page.getByLabel('Hours').fill('48');
    await page.getByLabel('Reason, for the audit').fill('Rude words');
    await page.getByLabel('Message to the player (optional)').fill('Please stay polite.');
    await page.getByRole('button', { name: 'Mute a player' }).click();
    await page.getByText(/is muted until .* Your message is sent/).waitFor();
    await page.getByText('No open reports.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

    const again = { text: 'Another one' };
    const { status } = await bob.send('POST', `/api/thread/${id}/messages`, again);
    expect(status).toBe(403);
    const bobsPage = await (await stage.chromium.reader(phone, bob.cookie)).open('/messages');
    await bobsPage.getByText('Please stay polite.').first().waitFor();
  });
});
