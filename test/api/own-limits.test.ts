/** The rate limits that documents and the rules name are those of the server that serves them. */
import { describe, expect, it } from 'vitest';
import { sendAnonymously, useTestGame } from '../support/game.ts';

const limits = { auth: 7, data: 71, action: 0 };
const game = useTestGame({ limits });

describe('the limits of a server', () => {
  it('are in its rules', async () => {
    const { body } = await sendAnonymously(game.url, 'GET', '/api/rules');
    expect(body.rate_limits).toEqual(limits);
  });

  it('are in its document, instead of the defaults', async () => {
    const text = await (await fetch(`${game.url}/api/openapi.json`)).text();
    for (const words of ['Authentication: 7 per minute', 'Game data: 71 per minute', 'Action: not limited'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/\b(5|60|30) per minute|allows 5 requests|60 reads/);
  });
});
