/** All bots of one process: who plays how, what is said about them, and when they are done. */
import { setMaxListeners } from 'node:events';
import { makeChance } from '../mind/chance.ts';
import { mixes, openings, styles, type Style, type Temperament } from '../mind/temperament.ts';
import { Bot, type BotOptions } from './bot.ts';
import type { BotAccount } from './accounts.ts';

export const squadStyles = [...styles, 'mixed'] as const;
export type SquadStyle = (typeof squadStyles)[number];

export interface SquadOptions extends Pick<BotOptions, 'url' | 'limits'> {
  accounts: readonly BotAccount[];
  style: SquadStyle;
  /** Says a sentence to the operator. */
  say: (sentence: string) => void;
}

export interface Squad {
  bots: readonly Bot[];
  /** Resolves when the last has stopped. */
  ended: Promise<void>;
  stop: () => void;
}

/** So many milliseconds lie between the first looks of two bots. */
const staggerMs = 100;

/** A bot has the same temperament at every start: it follows from its number, and from the style that is asked for. */
function temperamentOf(number: number, style: SquadStyle): Temperament {
  const each = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;
  const round = Math.floor(number / styles.length);
  const own: Style = style === 'mixed' ? each(styles, number) : style;
  return { style: own, opening: each(openings, round + number), mix: each(mixes, 2 * round + number) };
}

/** Lets every seat play. */
export function startSquad({ url, accounts, style, limits, say }: SquadOptions): Squad {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  let away = 0;
  const onAway = (isAway: boolean): void => {
    away += isAway ? 1 : -1;
    if (isAway && away === 1) say(`The game at ${url} does not answer; the bots wait for it.`);
    if (!isAway && away === 0) say(`The game at ${url} answers again.`);
  };
  const bots = accounts.map(
    (account, number) =>
      new Bot({
        ...{ url, account, limits, onAway },
        temperament: temperamentOf(number, style),
        chance: makeChance(Math.floor(Math.random() * 2 ** 32)),
        delayMs: number * staggerMs,
        signal: stopping.signal,
      }),
  );
  const play = async (bot: Bot): Promise<void> => {
    const reason = await bot.play();
    if (reason !== null) say(reason);
  };
  return {
    bots,
    ended: Promise.all(bots.map(play)).then(() => undefined),
    stop: () => {
      stopping.abort();
    },
  };
}
