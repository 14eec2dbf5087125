/** A game and a Chromium for the tests of a block. After each test, no page may have reported an error. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startTestGame, type TestGame, type TestGameOptions } from '../support/game.ts';
import { Chromium } from './chromium.ts';

export interface BrowserStage {
  game: TestGame;
  chromium: Chromium;
}

/**
 * Registers the hooks. Use the result from the first `beforeAll` of the block on.
 * @param expectedError matches errors that the tests cause, for example by cutting the connection
 * @param isWhole whether the browser needs its window, for example for notifications
 */
export function setUpBrowser(
  options: TestGameOptions = {},
  expectedError: RegExp | null = null,
  isWhole = false,
): BrowserStage {
  const stage = {} as BrowserStage;
  beforeAll(async () => {
    stage.game = await startTestGame(options);
    stage.chromium = await Chromium.start(stage.game.url, isWhole);
  });
  afterEach(async () => {
    await stage.chromium.closeReaders();
    const errors = stage.chromium.takeErrors();
    expect(errors.filter((error) => expectedError?.test(error) !== true)).toEqual([]);
  });
  afterAll(async () => {
    await stage.chromium.stop();
    await stage.game.stop();
  });
  return stage;
}
