// Which test files are about the code of a mutant of concurrency: they run first, because most mutants are found there.

/** Sources, and the tests that are about them; the first line that fits counts. */
const about = [
  [/^src\/account\//, /account|tokens|last-operator|revoked/],
  [/^src\/alarms\//, /\/alarms/],
  [/^src\/alliance\//, /alliance|candidac|\/mutes|message-races|notifying/],
  [/^src\/battle\//, /\/battle|battle-events/],
  [/^src\/city\//, /api\/(?:city|mutes|new-names)/],
  [/^src\/db\//, /^test\/db|world\/transactions|idempotency/],
  [
    /^src\/empire\//,
    /api\/(?:empire|idempotency|statements)|world\/(?:settling|claiming|found|wishes)|pages\/wishes/,
  ],
  [/^src\/http\//, /rate-limit|counter-locks|mail-limits|own-limits/],
  [/^src\/messages\//, /message|\/mutes|name-reports/],
  [/^src\/realtime\//, /^test\/realtime/],
  [/^src\/world\/figures\//, /rankings/],
  [/^src\/world\/idempotency\//, /idempotency|revoked|session-end|world\/transactions/],
  [/^src\/world\/ledger\//, /ledger/],
  [/^src\/world\/log\//, /^test\/realtime|event-log/],
  [/^src\/world\/|^migrations\//, /^test\/world|reads-of-meetings|api\/(?:guards|idempotency|cached-reads)/],
];

/** Other stages play these, or they need a build. */
const others =
  /^test\/(?:browser|bots|campaign|cluster|client|game|mutants|routes|simulation|specification)\/|races\.test\.ts$/;

/**
 * @param {{ path: string }} mutant
 * @param {string[]} paths of the repository
 */
export function testsAbout({ path }, paths) {
  const [, words] = about.find(([source]) => source.test(path)) ?? [];
  return paths.filter((each) => each.endsWith('.test.ts') && !others.test(each) && words?.test(each));
}
