// Who may import whom below src/; ARCHITECTURE.md says why. Run by scripts/check-layers.mjs, which also proves
// that every module was seen. Paths are relative to the project.

const features = ['account', 'empire', 'city', 'military', 'battle', 'leaderboard', 'map', 'rules'];

/** What of ours each folder may import, beside itself. */
const mayImport = {
  kernel: [],
  contract: ['kernel/errors.ts'],
  game: ['contract/', 'kernel/errors.ts', 'kernel/time.ts'],
  terrain: [],
  'shared-ui': ['game/', 'contract/'],
  db: ['kernel/'],
  idempotency: ['db/', 'kernel/'],
  world: ['game/', 'db/', 'idempotency/', 'kernel/', 'contract/'],
  http: ['kernel/', 'contract/', 'db/', 'idempotency/'],
  documents: ['http/', 'contract/', 'idempotency/', 'kernel/'],
  realtime: ['contract/', 'kernel/', 'world/', 'http/', 'game/'],
  pages: [
    ...['http/', 'world/', 'db/', 'game/', 'shared-ui/', 'terrain/', 'contract/', 'kernel/', 'documents/'],
    ...features.map((name) => `${name}/`),
  ],
  bots: ['client/', 'game/', 'contract/', 'kernel/', 'db/', 'world/battle-random.ts'],
  admin: [...['world/', 'db/', 'game/', 'contract/', 'kernel/'], ...['account/', 'empire/', 'military/']],
  server: [
    ...[
      'http/',
      'idempotency/',
      'world/',
      'db/',
      'game/',
      'contract/',
      'kernel/',
      'documents/',
      'realtime/',
      'pages/',
    ],
    ...['bots/', 'config.ts', ...features.map((name) => `${name}/`)],
  ],
  bin: ['server/', 'admin/', 'bots/', 'world/', 'db/', 'documents/', 'kernel/', 'config.ts'],
  browser: ['game/', 'shared-ui/', 'terrain/', 'contract/', 'kernel/time.ts'],
  client: ['contract/', 'kernel/errors.ts'],
  ...Object.fromEntries(
    features.map((feature) => [
      feature,
      [
        ...['http/', 'world/', 'db/', 'idempotency/', 'game/', 'contract/', 'kernel/'],
        ...features.map((other) => `${other}/`),
      ],
    ]),
  ),
};

const layers = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `${folder}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map((path) => `^src/${path}`)] },
}));

/** Doors belong to the composition root. */
const doors = features.map((feature) => ({
  name: `no-router-of-${feature}-elsewhere`,
  severity: 'error',
  from: { path: '^src/[^/]+/', pathNot: `^src/(server|${feature})/` },
  to: { path: `^src/${feature}/router\\.ts$` },
}));

module.exports = {
  forbidden: [
    ...layers,
    ...doors,
    {
      name: 'only-bin-and-server-read-the-settings',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: '^src/(bin|server)/' },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'nothing-imports-a-program',
      severity: 'error',
      from: {},
      to: { path: '^src/bin/' },
    },
    {
      name: 'page-folders-do-not-import-each-other',
      comment: 'What several pages need is in pages/shared.',
      severity: 'error',
      from: { path: '^src/pages/([^/]+)/' },
      to: { path: '^src/pages/', pathNot: '^src/pages/($1|framework|shared)/' },
    },
    {
      name: 'shared-views-know-no-page-and-no-framework',
      severity: 'error',
      from: { path: '^src/pages/shared/' },
      to: { path: '^src/pages/', pathNot: '^src/pages/shared/' },
    },
    {
      name: 'game-is-pure',
      comment: 'It runs in the browser too, and so does shared-ui: no Node and no packages.',
      severity: 'error',
      from: { path: '^src/(game|shared-ui)/' },
      to: { pathNot: '^src/' },
    },
    {
      name: 'the-mind-of-a-bot-is-pure',
      comment: 'It is played in tournaments a hundred thousand times as fast as a real world.',
      severity: 'error',
      from: { path: '^src/bots/mind/' },
      to: {
        pathNot: '^src/(bots/mind|game)/|^src/contract/vocabulary\\.ts$|^src/kernel/(errors|time)\\.ts$',
      },
    },
    {
      name: 'terrain-is-pure',
      comment: 'The server and the browser draw the same land.',
      severity: 'error',
      from: { path: '^src/terrain/' },
      to: { pathNot: '^src/terrain/' },
    },
    {
      name: 'game-takes-only-words-and-types-from-contract',
      comment: 'The other files of contract/ need zod to run.',
      severity: 'error',
      from: { path: '^src/(game|shared-ui)/' },
      to: {
        path: '^src/contract/',
        pathNot: '^src/contract/vocabulary\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'browser-takes-only-words-and-types-from-contract',
      severity: 'error',
      from: { path: '^src/browser/' },
      to: {
        path: '^src/contract/',
        pathNot: '^src/contract/vocabulary\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pages-share-the-state-of-live',
      comment: 'Each entry is bundled alone: a second copy of these modules would have a state of its own.',
      severity: 'error',
      from: { path: '^src/browser/', pathNot: '^src/browser/(live/|entries/(live|visitor)\\.ts$)' },
      to: { path: '^src/browser/live/' },
    },
    {
      name: 'browser-runs-without-node',
      severity: 'error',
      from: { path: '^src/browser/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'client-runs-with-its-own-files-and-the-socket',
      comment: 'Types vanish; what is left must run in Node and in browsers alike.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: {
        pathNot: ['^src/client/', 'node_modules/socket\\.io-client/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'what-game-runs-with-is-pure',
      severity: 'error',
      from: { path: '^src/(contract/vocabulary|kernel/(errors|time))\\.ts$' },
      to: {},
    },
    {
      name: 'realtime-takes-only-types-from-game',
      severity: 'error',
      from: { path: '^src/realtime/' },
      to: { path: '^src/game/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/' }, to: {} },
    { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // Imports of types count: a layer knows what it names.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
