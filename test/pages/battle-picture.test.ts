/** The picture of a shared report that other programs show: a PNG for holders of the link, with both names. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BattleView } from '../../src/contract/battle.ts';
import { drawPicture, pictureSize } from '../../src/pages/battles/picture.ts';
import { toReport } from '../../src/pages/battles/report.ts';
import { useTestGame } from '../support/game.ts';
import { hostileName, setClash, type Clash } from './clash.ts';

const game = useTestGame();
let clash: Clash;
let report: BattleView;
/** Path of the picture with the token of the link. */
let address: string;

const open = (path: string, headers: Record<string, string> = {}) => fetch(game.url + path, { headers });

beforeAll(async () => {
  clash = await setClash(game);
  await clash.passTo(60_000);
  await clash.ann.send('POST', `/api/battle/${clash.battleId}/share`);
  report = await clash.report();
  address = `/battle/${clash.battleId}/picture.png?share=${report.share?.token ?? ''}`;
});

describe('the picture', () => {
  it('is a PNG of the size that the page promises', async () => {
    const response = await open(address);
    const png = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([pictureSize.width, pictureSize.height]);
    const page = await (await open(`/battle/${clash.battleId}?share=${report.share?.token ?? ''}`)).text();
    expect(page).toContain(`content="${pictureSize.width}"`);
    expect(page).toContain(address.replaceAll('&', '&amp;'));
  });

  it('contains a hostile name as text only', () => {
    const drawing = drawPicture(toReport(report, null, null, null), 'here');
    expect([drawing.includes(hostileName), drawing.includes('&lt;b&gt;')]).toEqual([false, true]);
  });

  it('is the same for a participant with the link, and takes no side', async () => {
    const pictures = await Promise.all(
      [{}, { cookie: clash.ann.cookie }].map(async (headers) =>
        Buffer.from(await (await open(address, headers)).arrayBuffer()).toString('base64'),
      ),
    );
    expect(pictures[0]).toBe(pictures[1]);
  });

  it('needs a valid link, also of its participants', async () => {
    const path = `/battle/${clash.battleId}/picture.png`;
    const ask = async (url: string, headers: Record<string, string> = {}) =>
      (await fetch(game.url + url, { redirect: 'manual', headers })).status;
    expect(await ask(`${path}?share=${'x'.repeat(43)}`)).toBe(403);
    expect(await ask(path, { cookie: clash.ann.cookie })).toBe(403);
    expect(await ask(path)).toBe(302);
    expect(await ask(`/battle/none/picture.png?share=${'x'.repeat(43)}`)).toBe(400);
  });

  it('ends with the link', async () => {
    await clash.ann.send('DELETE', `/api/battle/${clash.battleId}/share`);
    expect((await open(address)).status).toBe(403);
  });
});
