// The allowed imports between folders of src/; ARCHITECTURE.md gives the reasons. scripts/check-layers.mjs runs these
// rules and also checks that every module was read. Paths are relative to the project.

/** Each may import those before it. */
const features = [
  ...['messages', 'military', 'city', 'battle', 'alliance'],
  ...['account', 'empire', 'seats', 'leaderboard', 'alarms'],
];

/** The project modules that each folder may import, besides its own. */
const mayImport = {
  kernel: [],
  contract: ['kernel/errors.ts'],
  game: ['contract/', 'kernel/errors.ts', 'kernel/time.ts'],
  'shared-ui': ['game/', 'contract/'],
  db: ['kernel/'],
  world: ['game/', 'db/', 'kernel/', 'contract/'],
  http: ['kernel/', 'contract/', 'db/', 'world/idempotency/'],
  realtime: [
    ...['http/', 'world/', 'db/', 'game/', 'contract/', 'kernel/'],
    ...features.map((name) => `${name}/`),
  ],
  pages: [
    ...['http/', 'world/', 'db/', 'game/', 'shared-ui/', 'contract/', 'kernel/'],
    'admin/',
    ...features.map((name) => `${name}/`),
  ],
  bots: ['client/', 'game/', 'contract/', 'kernel/', 'db/'],
  admin: [
    ...['world/', 'db/', 'game/', 'contract/', 'kernel/'],
    ...['account/', 'alliance/', 'empire/', 'city/', 'military/'],
  ],
  server: [
    ...['http/', 'world/', 'db/', 'game/', 'contract/', 'kernel/', 'client/routes.ts', 'realtime/', 'pages/'],
    ...['admin/', 'bots/', 'config.ts', ...features.map((name) => `${name}/`)],
  ],
  browser: ['game/', 'shared-ui/', 'contract/', 'kernel/time.ts'],
  client: ['contract/', 'kernel/errors.ts'],
  ...Object.fromEntries(
    features.map((feature, index) => [
      feature,
      [
        ...['http/', 'world/', 'db/', 'game/', 'contract/', 'kernel/'],
        ...features.slice(0, index).map((other) => `${other}/`),
      ],
    ]),
  ),
};

/** The rooms of game/. Each may import those before it, and the plain data beside the rooms. */
const rooms = ['march', 'diplomacy', 'economy', 'fight', 'founding', 'contact', 'orders'];
const plainData = '(balance|battle-types|counts|events|types)\\.ts$';

const roomLayers = rooms.map((room, index) => ({
  name: `game-${room}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: `^src/game/${room}/` },
  to: {
    path: '^src/game/',
    pathNot: [plainData, `(${rooms.slice(0, index + 1).join('|')})/`].map((path) => `^src/game/${path}`),
  },
}));

const layers = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `${folder}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map((path) => `^src/${path}`)] },
}));

/** Only the composition root imports the routers of features. */
const doors = features.map((feature) => ({
  name: `no-router-of-${feature}-elsewhere`,
  severity: 'error',
  from: { path: '^src/[^/]+/', pathNot: `^src/(server|${feature})/` },
  to: { path: `^src/${feature}/[a-z-]*router\\.ts$` },
}));

module.exports = {
  forbidden: [
    ...layers,
    ...doors,
    ...roomLayers,
    {
      name: 'only-server-reads-the-settings',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: '^src/server/' },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'nothing-imports-a-program',
      comment: 'Only the program of the package starts the others, by name.',
      severity: 'error',
      from: { pathNot: '^src/server/programs/hegemon\\.ts$' },
      to: { path: '^src/server/programs/' },
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
      comment: 'Both folders also run in the browser: no Node and no packages.',
      severity: 'error',
      from: { path: '^src/(game|shared-ui)/', pathNot: '^src/shared-ui/terrain/' },
      to: { pathNot: '^src/' },
    },
    {
      name: 'the-mind-of-a-bot-is-pure',
      comment: 'Tournaments run it a hundred thousand times as fast as a real world.',
      severity: 'error',
      from: { path: '^src/bots/mind/' },
      to: {
        pathNot: '^src/(bots/mind|game)/|^src/contract/vocabulary\\.ts$|^src/kernel/(errors|time)\\.ts$',
      },
    },
    {
      name: 'terrain-is-pure',
      comment:
        'The server and the browser must draw the same land, and both libraries compute without state.',
      severity: 'error',
      from: { path: '^src/shared-ui/terrain/' },
      to: { pathNot: '^src/shared-ui/terrain/|node_modules/(d3-contour|simplex-noise)/' },
    },
    {
      name: 'game-takes-only-words-and-types-from-contract',
      comment: 'The other files of contract/ import zod at run time.',
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
      comment: 'Entries are bundled separately: a second copy of these modules would have separate state.',
      severity: 'error',
      from: { path: '^src/browser/', pathNot: '^src/browser/(live/|entries/(live|guest)\\.ts$)' },
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
      comment: 'The client runs in Node and in browsers. Type imports are erased and therefore allowed.',
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
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '^src/browser/entries/' },
      to: {},
    },
    { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // Type imports count as dependencies.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
