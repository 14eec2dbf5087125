/** The layer check finds planted violations, and fails if it read nothing. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';

function check(files: Record<string, string>): { ok: boolean; output: string } {
  const root = mkdtempSync(join(inject('testServer').folder, 'layers-'));
  cpSync('tsconfig.json', join(root, 'tsconfig.json'));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  mkdirSync(join(root, 'src'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true });
    writeFileSync(join(root, 'src', path), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-layers.mjs', root], {
    encoding: 'utf8',
  });
  return { ok: status === 0, output: stdout + stderr };
}

/** A small tree that follows every rule. */
const valid = {
  'server/programs/server.ts': `import '../app.ts'; import '../../config.ts';`,
  'config.ts': `import './kernel/log.ts';`,
  'server/app.ts': `import '../city/router.ts'; import '../realtime/gateway.ts'; import '../pages/all.ts';`,
  'pages/all.ts': `import './city/page.ts'; import './dashboard/page.ts';`,
  'pages/framework/page.ts': `import '../shared/forms.ts';`,
  'pages/shared/forms.ts': 'export const forms = 1;',
  'pages/city/page.ts': `import '../framework/page.ts'; import '../shared/forms.ts';`,
  'pages/dashboard/page.ts': `import '../framework/page.ts';`,
  'kernel/log.ts': 'export const log = 1;',
  'kernel/errors.ts': 'export const error = 1;',
  'contract/vocabulary.ts': 'export const words = 1;',
  'contract/city.ts': `import '../kernel/errors.ts'; export type City = string;`,
  'game/city.ts': `import type { City } from '../contract/city.ts'; import '../contract/vocabulary.ts'; export const c = '' as City;`,
  'db/pool.ts': `import '../kernel/log.ts';`,
  'world/act.ts': `import '../db/pool.ts'; import '../game/city.ts';`,
  'http/respond.ts': `import '../contract/city.ts';`,
  'messages/queries.ts': `import '../db/pool.ts';`,
  'city/present.ts': 'export const view = 1;',
  'city/router.ts': `import '../http/respond.ts'; import '../world/act.ts'; import '../messages/queries.ts'; import './present.ts';`,
  'browser/entries/live.ts': `import '../live/clock.ts';`,
  'browser/live/clock.ts': 'export const clock = 1;',
  'realtime/gateway.ts': `import '../world/act.ts'; import type { c } from '../game/city.ts'; export type C = typeof c;`,
};

/** Each violation is in a separate file, so that one run reports all of them. */
const planted: [rule: string, path: string, text: string][] = [
  ['kernel-imports-only-what-it-may', 'kernel/a.ts', `import '../contract/vocabulary.ts';`],
  ['contract-imports-only-what-it-may', 'contract/a.ts', `import '../kernel/log.ts';`],
  ['game-imports-only-what-it-may', 'game/a.ts', `import '../db/pool.ts';`],
  ['game-is-pure', 'game/b.ts', `import { readFileSync } from 'node:fs'; readFileSync('');`],
  ['game-is-pure', 'game/c.ts', `import { z } from 'zod'; z.string();`],
  ['game-economy-imports-only-what-it-may', 'game/economy/a.ts', `import '../contact/a.ts';`],
  ['game-contact-imports-only-what-it-may', 'game/contact/a.ts', `import '../city.ts';`],
  ['game-takes-only-words-and-types-from-contract', 'game/d.ts', `import '../contract/city.ts';`],
  ['game-is-pure', 'shared-ui/a.ts', `import { z } from 'zod'; z.string();`],
  ['terrain-is-pure', 'shared-ui/terrain/a.ts', `import { z } from 'zod'; z.string();`],
  ['what-game-runs-with-is-pure', 'kernel/errors.ts', `import { z } from 'zod'; z.string();`],
  ['what-game-runs-with-is-pure', 'kernel/time.ts', `import { z } from 'zod'; z.string();`],
  ['the-mind-of-a-bot-is-pure', 'bots/mind/a.ts', `import '../../kernel/log.ts';`],
  ['db-imports-only-what-it-may', 'db/a.ts', `import '../game/city.ts';`],
  ['world-imports-only-what-it-may', 'world/a.ts', `import '../http/respond.ts';`],
  ['http-imports-only-what-it-may', 'http/a.ts', `import type {} from '../world/act.ts';`],
  ['city-imports-only-what-it-may', 'city/a.ts', `import '../realtime/gateway.ts';`],
  ['messages-imports-only-what-it-may', 'messages/a.ts', `import '../city/present.ts';`],
  ['no-router-of-city-elsewhere', 'empire/a.ts', `import '../city/router.ts';`],
  ['realtime-imports-only-what-it-may', 'realtime/a.ts', `import '../pages/all.ts';`],
  ['realtime-takes-only-types-from-game', 'realtime/b.ts', `import '../game/city.ts';`],
  ['client-imports-only-what-it-may', 'client/a.ts', `import type {} from '../game/city.ts';`],
  [
    'client-runs-with-its-own-files-and-the-socket',
    'client/b.ts',
    `import '../contract/vocabulary.ts'; import './a.ts';`,
  ],
  ['only-server-reads-the-settings', 'db/b.ts', `import '../config.ts';`],
  ['nothing-imports-a-program', 'server/a.ts', `import './programs/server.ts';`],
  ['page-folders-do-not-import-each-other', 'pages/city/a.ts', `import '../dashboard/page.ts';`],
  ['shared-views-know-no-page-and-no-framework', 'pages/shared/a.ts', `import '../framework/page.ts';`],
  ['pages-share-the-state-of-live', 'browser/a.ts', `import './live/clock.ts';`],
  ['no-cycles', 'db/c.ts', `import './d.ts';`],
  ['db-imports-only-what-it-may', 'db/d.ts', `import './c.ts'; import '../world/act.ts';`],
  ['no-orphans', 'db/e.ts', 'export const alone = 1;'],
  ['every-import-resolves', 'db/f.ts', `import './missing.ts';`],
];

describe('the layer check', () => {
  it('accepts a tree that follows every rule, and prints the number of modules', () => {
    const count = Object.keys(valid).length;
    expect(check(valid)).toEqual({
      ok: true,
      output: `layers: ${count} of ${count} modules checked, 0 violations\n`,
    });
  });

  it('fails for a single violation', () => {
    expect(check({ ...valid, 'db/pool.ts': `import '../game/city.ts';` }).ok).toBe(false);
  });

  it('finds every planted violation', () => {
    const violations = Object.fromEntries(planted.map(([, path, text]) => [path, text]));
    const { output } = check({ ...valid, ...violations });
    const found = output.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(found).toEqual(expect.arrayContaining(planted.map(([rule, path]) => `${rule}: src/${path}`)));
  });

  it('requires a rule for every folder', () => {
    const { ok, output } = check({ ...valid, 'helpers/a.ts': `import '../db/pool.ts';` });
    expect(output).toContain('no rule for the folder: src/helpers');
    expect(ok).toBe(false);
  });

  it('fails without any module', () => {
    expect(check({}).ok).toBe(false);
  });
});
