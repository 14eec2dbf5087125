/** All bots of one process. */
import { setMaxListeners } from 'node:events';
import type { Random } from '../../kernel/random.ts';
import { makeChance } from '../mind/chance.ts';
import {
  liveStyles,
  mixes,
  openings,
  type BotLevel,
  type Style,
  type Temperament,
} from '../mind/temperament.ts';
import { Bot, type BotOptions } from './bot.ts';
import type { BotAccount } from './accounts.ts';

export const squadStyles = [...liveStyles, 'mixed'] as const;
export type SquadStyle = (typeof squadStyles)[number];

export interface SquadOptions extends Pick<BotOptions, 'url' | 'limits'> {
  accounts: readonly BotAccount[];
  style: SquadStyle;
  level: BotLevel;
  random: Random;
  say: (sentence: string) => void;
}

export interface Squad {
  bots: readonly Bot[];
  ended: Promise<void>;
  stop: () => void;
}

/** Between the first turns of two bots, so that they do not all start at once. */
const staggerMs = 100;

/** One raider of so many is greedy. */
const raidersPerGreedy = 3;

/** The same for a bot at every start. */
function temperamentOf(number: number, style: SquadStyle, level: BotLevel): Temperament {
  const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;
  const round = Math.floor(number / liveStyles.length);
  const named: Style = style === 'mixed' ? pick(liveStyles, number) : style;
  const isGreedy = named === 'raider' && round % raidersPerGreedy === raidersPerGreedy - 1;
  return {
    style: isGreedy ? 'greedy' : named,
    opening: pick(openings, round + number),
    mix: pick(mixes, 2 * round + number),
    level,
  };
}

export function startSquad({ url, accounts, style, level, limits, random, say }: SquadOptions): Squad {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  let downCount = 0;
  const onReachableChange = (isReachable: boolean): void => {
    downCount += isReachable ? -1 : 1;
    if (!isReachable && downCount === 1) say(`Server at ${url} is unreachable, the bots are retrying.`);
    if (isReachable && downCount === 0) say(`Server at ${url} is reachable again.`);
  };
  const bots = accounts.map(
    (account, number) =>
      new Bot({
        url,
        account,
        limits,
        onReachableChange,
        temperament: temperamentOf(number, style, level),
        chance: makeChance(random.bytes(4).readUInt32BE()),
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
    stop: () => stopping.abort(),
  };
}
