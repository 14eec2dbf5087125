/** The targets of the benchmark: limits of ratios and figures. */

interface Target {
  text: string;
  atLeast?: number;
  atMost?: number;
}

export const targets = {
  bareNode: { text: '>= 0.6 of node:http', atLeast: 0.6 },
  bareExpress: { text: '>= 3.5 of stock Express', atLeast: 3.5 },
  readSelect: { text: '>= 0.95 of a SELECT', atLeast: 0.95 },
  readTutorial: { text: '>= 15 of the tutorial', atLeast: 15 },
  orderRows: { text: '>= 1.5 of the fixed rows', atLeast: 1.5 },
  orderTutorial: { text: '>= 6 of the tutorial', atLeast: 6 },
  orderP99: { text: 'p99 <= 15 ms', atMost: 15 },
  orderBytes: { text: '<= 1,300 B', atMost: 1_300 },
  orderWal: { text: '<= 700 B', atMost: 700 },
  login: { text: '>= 0.95 of PBKDF2', atLeast: 0.95 },
  loginOthers: { text: 'p99 <= 2 x idle', atMost: 2 },
  duePerSecond: { text: '>= 5,000/s', atLeast: 5_000 },
  dueLate: { text: 'p99 <= 4 s', atMost: 4 },
  startCaughtUp: { text: '100,000 in <= 20 s', atMost: 20 },
  startAnswer: { text: 'answers in <= 500 ms', atMost: 500 },
  liveMemory: { text: '<= 14 kB', atMost: 14 },
  liveEach: { text: '<= 1.1 of stock Socket.IO', atMost: 1.1 },
  liveJoinNode: { text: '<= 550 us of Node', atMost: 550 },
  liveJoinPostgres: { text: '<= 250 us of Postgres', atMost: 250 },
  listKeys: { text: '<= 3 x by keys', atMost: 3 },
  listFlat: { text: '<= 1.5 x the small world', atMost: 1.5 },
  listRenewal: { text: '<= 1 s', atMost: 1_000 },
  cleaning: { text: '<= 1,000 blocks', atMost: 1_000 },
  mapBytes: { text: '<= 60 kB', atMost: 60 },
  foundingPostgres: { text: '<= 25 ms of Postgres', atMost: 25 },
  mapBlocks: { text: '<= 2,400 blocks', atMost: 2_400 },
} satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;

export function isReached(name: TargetName, value: number): boolean {
  const { atLeast = -Infinity, atMost = Infinity }: Target = targets[name];
  return value >= atLeast && value <= atMost;
}
