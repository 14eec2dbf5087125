/** Static files: their addresses belong to one release. */
import { expect, it } from 'vitest';
import { Browser } from '../pages/browser.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { the } from '../support/worlds.ts';

const game = useTestGame();

async function readAsset(path: string): Promise<[status: number, cacheControl: string | null]> {
  const { status, headers } = await sendAnonymously(game.url, 'GET', path);
  return [status, headers.get('cache-control')];
}

it.each(['css/style.css', 'img/icons.svg'])(
  '%s of another release is not answered, nor cached',
  async (file) => {
    const { html } = await new Browser(game).open('/');
    const version = the(/\/assets\/([^/]+)\//.exec(html)?.[1]);
    expect(await readAsset(`/assets/${version}/${file}`)).toEqual([
      200,
      expect.stringMatching(/max-age=31536000, immutable$/) as string,
    ]);
    expect(await readAsset(`/assets/another1/${file}`)).toEqual([404, 'no-store']);
  },
);
