/** The options of `npm run test:campaign`, which scripts/campaign.mjs passes on. Without them, a campaign is short. */

const shortMinutes = 0.4;

function read(name: string, otherwise: number): number {
  const text = process.env[`CAMPAIGN_${name}`];
  const value = Number(text ?? otherwise);
  if (Number.isNaN(value)) throw new Error(`CAMPAIGN_${name}=${text ?? ''} is no number`);
  return value;
}

export const options = {
  minutes: read('MINUTES', shortMinutes),
  /** The same seed gives the same decisions; their moments still depend on the machine. */
  seed: read('SEED', 1),
  /** `faults` ends early when it has killed this many instances. */
  kills: read('KILLS', Infinity),
};

/** How long the test of a campaign may take: its minutes, and time to start and to check. */
export const patienceMs = (options.minutes + 5) * 60_000;

/** Prints the figures of a campaign, one per line. */
export function report(figures: Readonly<Record<string, unknown>>): void {
  const lines = Object.entries(figures).map(([name, figure]) => `  ${name}: ${JSON.stringify(figure)}`);
  console.log([`seed ${options.seed}, ${options.minutes} minutes`, ...lines].join('\n'));
}
