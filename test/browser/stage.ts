/** A game and a Chromium for the tests of a block. After each test, no page may have reported an error. */
import { afterEach, expect } from 'vitest';
import { useOne, useTestGame, type TestGame } from '../support/game.ts';
import { Chromium } from './chromium.ts';

export interface BrowserStage {
  game: TestGame;
  chromium: Chromium;
}

/**
 * Registers the hooks. Use the members from the first `beforeAll` of the block on.
 * @param expectedError matches errors that the tests cause, for example by cutting the connection
 * @param isWhole whether the browser needs its window, for example for notifications
 */
export function setUpBrowser(
  options: Parameters<typeof useTestGame>[0] = {},
  expectedError: RegExp | null = null,
  isWhole = false,
): BrowserStage {
  const game = useTestGame(options);
  const stage = useOne(
    async () => ({ game, chromium: await Chromium.start(game.url, isWhole) }),
    ({ chromium }) => chromium.stop(),
  );
  afterEach(async () => {
    await stage.chromium.closeReaders();
    const errors = stage.chromium.takeErrors();
    expect(errors.filter((error) => expectedError?.test(error) !== true)).toEqual([]);
  });
  return stage;
}
