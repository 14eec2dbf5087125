/** The floors of the benchmark: limits of ratios and figures that hold always. */

interface Target {
  text: string;
  atLeast?: number;
  atMost?: number;
}

export const targets = {
  bareNode: { text: '>= 0.55 of node:http', atLeast: 0.55 },
  bareExpress: { text: '>= 3 of stock Express', atLeast: 3 },
  readBearer: { text: '>= 0.6 of a SELECT', atLeast: 0.6 },
  readCookie: { text: '>= 0.45 of a SELECT', atLeast: 0.45 },
  readTutorial: { text: '>= 8 of the tutorial', atLeast: 8 },
  orderRows: { text: '>= 1 of the fixed rows', atLeast: 1 },
  orderTutorial: { text: '>= 3 of the tutorial', atLeast: 3 },
  orderP99: { text: 'p99 <= 30 ms', atMost: 30 },
  login: { text: '>= 0.8 of PBKDF2', atLeast: 0.8 },
  loginOthers: { text: 'p99 <= 2.5 x idle', atMost: 2.5 },
  due: { text: '>= 1.3 of graphile-worker', atLeast: 1.3 },
  startCaughtUp: { text: '100,000 in <= 60 s', atMost: 60 },
  liveMemory: { text: '<= 16 kB', atMost: 16 },
  liveEach: { text: '<= 1.1 of stock Socket.IO', atMost: 1.1 },
  listKeys: { text: '<= 3 x by keys', atMost: 3 },
  listFlat: { text: '<= 1.5 x the small world', atMost: 1.5 },
} satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;

export function isReached(name: TargetName, value: number): boolean {
  const { atLeast = -Infinity, atMost = Infinity }: Target = targets[name];
  return value >= atLeast && value <= atMost;
}
