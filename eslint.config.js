import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Only src/kernel/random.ts imports these; an instance receives its chance. */
const chance = [
  'randomBytes',
  'randomFill',
  'randomFillSync',
  'randomInt',
  'randomUUID',
  'webcrypto',
  'default',
];

/** Only src/kernel/clock.ts imports these. */
const timers = ['setTimeout', 'setInterval', 'scheduler', 'default'];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'clients/typescript/dist/',
      'public/swagger-ui/',
      'output/',
      'node_modules/',
      '.data/',
      '.cache/',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    // One program for all files. With the projects of `npm run types`, most files would be checked two or three times.
    languageOptions: {
      parserOptions: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => callOff(battle)`: a callback may be a call that returns nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-duplicate-imports': 'error',
      '@typescript-eslint/no-shadow': 'error',
      // There are no enums: the compiler refuses them (erasableSyntaxOnly). These two take a twelfth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    },
  },
  {
    // Browsers and other programs have no instance that passes its time and chance.
    files: ['src/**/*.ts'],
    ignores: ['src/kernel/random.ts', 'src/kernel/clock.ts', 'src/browser/**', 'src/client/**'],
    rules: {
      'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'crypto'],
      'no-restricted-imports': [
        'error',
        { name: 'node:crypto', importNames: chance, message: 'Use a Random.' },
        { name: 'node:timers/promises', importNames: timers, message: 'Use the machine time of a clock.' },
        { name: 'node:timers', importNames: timers, message: 'Use the machine time of a clock.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random' },
        { object: 'Date', property: 'now' },
        { object: 'AbortSignal', property: 'timeout', message: 'Use the machine time of a clock.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(NewExpression[arguments.length=0], CallExpression)[callee.name="Date"]',
          message: 'Use a clock.',
        },
      ],
    },
  },
  {
    files: ['src/game/**/*.ts', 'src/shared-ui/terrain/**/*.ts', 'src/bots/mind/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['Date', 'performance', 'setTimeout', 'setInterval', 'queueMicrotask', 'Promise'],
        ...['crypto', 'fetch', 'process', 'globalThis', 'console'],
      ],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
          message: 'No state of a module, which a command could change.',
        },
        {
          selector: ':matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)[async=true]',
          message: 'src/game, src/shared-ui/terrain and src/bots/mind must be synchronous',
        },
        {
          selector: 'AwaitExpression',
          message: 'src/game, src/shared-ui/terrain and src/bots/mind must be synchronous',
        },
      ],
    },
  },
  {
    // Tests draw from a seed.
    files: ['test/**/*.ts'],
    rules: { 'no-restricted-properties': ['error', { object: 'Math', property: 'random' }] },
  },
  { files: ['{src,bench}/**/*.ts'], rules: { 'max-lines': ['error', 250] } },
  { files: ['test/**/*.ts'], rules: { 'max-lines': ['error', 400] } },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
      },
    },
  },
);
