/**
 * Plays the story of the examples in a game: sends each request as it stands, with real ids for those of the
 * examples, and tells how the real answer differs from the one that is shown.
 */
import type { Example } from '../../src/documents/examples/example.ts';
import { story } from '../../src/documents/examples/story.ts';
import { sendAnonymously, startTestGame } from './game.ts';
import type { Answer, TestGame } from './game.ts';
import { TestClock } from './test-clock.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Told {
  example: Example;
  answer: Answer;
  /** Where the real answer is otherwise: another member, another kind of value, another id than before. */
  differences: string[];
}

/** A fresh world in which the story has just begun. */
export function startStory(): Promise<TestGame> {
  const limits = { auth: 1000, data: 1000, action: 1000 };
  return startTestGame({ clock: new TestClock(Date.UTC(2026, 2, 1, 12)), limits });
}

/** The real ids and tokens, by those that the examples show. */
export class Cast {
  readonly #real = new Map<string, string>();

  /** A value of an example with real ids and tokens. */
  put<Value>(value: Value): Value {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) return value;
    return JSON.parse(text, (_key, inner: unknown) =>
      typeof inner === 'string' ? (this.#real.get(inner) ?? inner) : inner,
    ) as Value;
  }

  /** Learns who is who, and returns where a real value is not of the form of the one shown. */
  compare(shown: unknown, real: unknown, path = ''): string[] {
    const [kindShown, kindReal] = [kindOf(shown, path), kindOf(real, path)];
    if (kindShown !== kindReal) return [`${path}: ${kindShown} is shown, it is ${kindReal}`];
    if (kindShown === 'id') return this.#match(shown as string, real as string, path);
    if (Array.isArray(shown) && Array.isArray(real)) {
      if ((shown.length === 0) !== (real.length === 0)) return [`${path}: one of the two lists is empty`];
      return shown
        .slice(0, real.length)
        .flatMap((item, index) => this.compare(item, real[index], `${path}[]`));
    }
    if (kindShown !== 'object') return [];
    const [left, right] = [shown as Record<string, unknown>, real as Record<string, unknown>];
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].flatMap((key) => this.compare(left[key], right[key], `${path}.${key}`));
  }

  #match(shown: string, real: string, path: string): string[] {
    const known = this.#real.get(shown);
    if (known !== undefined && known !== real) return [`${path}: stood for another one before`];
    this.#real.set(shown, real);
    return [];
  }
}

function kindOf(value: unknown, path: string): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'string') return typeof value;
  if (uuid.test(value) || path.endsWith('.token')) return 'id';
  return Number.isNaN(Date.parse(value)) || !value.endsWith('Z') ? 'a text' : 'a moment';
}

/** Plays the story from its beginning; `after` is called after each request, with the cast so far. */
export async function playStory(
  game: TestGame,
  after: (told: Told, cast: Cast) => Promise<void> | void,
): Promise<void> {
  const cast = new Cast();
  const tokens = new Map<string, string>();
  for (const example of story) {
    await game.pass(example.afterMs ?? 0);
    const { by, route, query } = example;
    const [method = '', pattern = ''] = route.split(' ');
    const params = cast.put(example.params ?? {});
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const pairs = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const address = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
    const headers = by === null ? {} : { authorization: `Bearer ${tokens.get(by) ?? ''}` };
    const answer = await sendAnonymously(game.url, method, address, cast.put(example.body), headers);
    const differences = cast.compare(example.answer, answer.body);
    if (route === 'POST /login' && answer.status === 200) {
      tokens.set(String(example.body?.username).split('@')[0] ?? '', String(answer.body.token));
    }
    await after({ example, answer, differences }, cast);
  }
}
