/** What a page transfers with an empty cache. */
import type { Page } from 'playwright-core';

/** Compressed bytes, with the headers of responses. */
export interface Weight {
  /** Until the first paint: everything but scripts and what they fetch. */
  paint: number;
  total: number;
}

/** Opens a page in a new profile and counts the bytes that arrive until the network is idle. */
export async function weigh(page: Page, url: string): Promise<Weight> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const weight: Weight = { paint: 0, total: 0 };
  const types = new Map<string, string>();
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight.total += encodedDataLength;
    if (!['Script', 'Fetch', 'XHR'].includes(types.get(requestId) ?? '')) weight.paint += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return weight;
}
