/** Distinguishes a server that refuses the origin of a page from one that does not answer. */
import { refuse } from './result.ts';

const probePath = '/healthz';
const probeMs = 5_000;

const originRefused = refuse(
  'CROSS_ORIGIN',
  'The game does not accept calls from the origin of this page',
  'name the origin in the setting CORS_ORIGINS of the server, or serve page and game from one origin',
);

async function answers(url: string, mode: 'cors' | 'no-cors'): Promise<boolean> {
  try {
    await fetch(url, { mode, signal: AbortSignal.timeout(probeMs) });
    return true;
  } catch {
    return false;
  }
}

/**
 * The server answers, but the page may not read it. Null outside of browsers, for an allowed origin, and if nothing
 * answers.
 * @param origin that of the server
 */
export async function findOriginRefusal(origin: string): Promise<typeof originRefused | null> {
  const page = (globalThis as { location?: { origin: string } }).location?.origin;
  if (page === undefined || page === origin) return null;
  const url = origin + probePath;
  return (await answers(url, 'no-cors')) && !(await answers(url, 'cors')) ? originRefused : null;
}
