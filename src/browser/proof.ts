/** The proof of a battle: recomputes its report with the server's resolver, and lists each check. */
import { type BattleReport, type Check, verifyBattle } from '../game/fight/verify.ts';
import { differenceText } from '../shared-ui/words.ts';
import { sha256Hex } from './hash.ts';

const tickMs = 220;

const nameOf = {
  seed: () => 'The seed has the hash that was sealed',
  dice: () => 'Every die follows from the seed',
  guard_round: (round: number | null) => `Guard, round ${round ?? 0}: standing and damage of both sides`,
  guard: () => 'What is left of the guard',
  volley: () => 'The volley from the wall before the first round',
  round: (round: number | null) => `Round ${round ?? 0}: standing and damage of both sides`,
  result: () => 'The result, what is left, and the wall',
} satisfies Record<Check['what'], (round: number | null) => string>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function toItem({ what, round, differences }: Check): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = nameOf[what](round);
  if (differences.length > 0) {
    item.className = 'differs';
    item.textContent = `${nameOf[what](round)}: ${differences.map(differenceText).join('; ')}`;
  }
  return item;
}

function say(verdict: HTMLElement, text: string, tone: '' | 'gain' | 'foe'): void {
  verdict.className = tone === '' ? 'aside' : `proof-verdict ${tone}`;
  verdict.textContent = text;
}

async function recompute(battleId: string, list: HTMLElement, verdict: HTMLElement): Promise<void> {
  list.replaceChildren();
  list.hidden = false;
  list.closest('details')?.toggleAttribute('open', true);
  say(verdict, 'recomputing', '');
  // With a public link, its token opens the report.
  const token = new URLSearchParams(location.search).get('share');
  const query = token === null ? '' : `?share=${encodeURIComponent(token)}`;
  const response = await fetch(`/api/battle/${battleId}${query}`, {
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`fetching the battle report failed with status ${response.status}`);
  const { agrees, checks } = verifyBattle((await response.json()) as BattleReport, sha256Hex);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const check of checks) {
    if (!isCalm) await pause(tickMs);
    list.append(toItem(check));
  }
  say(verdict, agrees ? '✓ Fair: every round agrees' : 'the report differs', agrees ? 'gain' : 'foe');
}

/** Once shown, refreshes leave this section alone. */
export function offerProof(battleId: string): void {
  const section = document.getElementById('proof');
  const button = document.getElementById('recompute');
  const list = document.getElementById('checks');
  const verdict = document.getElementById('verdict');
  if (!(button instanceof HTMLButtonElement) || section === null || list === null || verdict === null) return;
  if (!button.hidden) return;
  button.hidden = false;
  section.toggleAttribute('data-keep', true);
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    recompute(battleId, list, verdict)
      .catch(() => say(verdict, 'the report could not be fetched; try again', 'foe'))
      .finally(() => button.removeAttribute('aria-disabled'));
  });
}
