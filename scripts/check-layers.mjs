// npm run layers [folder]: checks the rules of .dependency-cruiser.cjs for src/ of this project or of another folder.
// A check that read nothing would pass, so it compares the modules it read with the files that exist.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';

const project = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(process.argv[2] ?? project);
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

const files = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'));
const folders = new Set(files.map((name) => dirname(name).split(sep)[0]).filter((name) => name !== '.'));
const ruled = new Set(forbidden.map(({ name }) => name.replace('-imports-only-what-it-may', '')));
const unruled = [...folders].filter((name) => !ruled.has(name));

const { output } = await cruise(['src'], {
  ...options,
  baseDir: root,
  ruleSet: { forbidden },
  validate: true,
});
const seen = new Set(output.modules.map(({ source }) => source));
const unseen = files.map((name) => join('src', name).replaceAll('\\', '/')).filter((path) => !seen.has(path));

for (const { from, to, rule, cycle } of output.summary.violations) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)].join(' -> ') : `${from} -> ${to}`;
  console.error(`${rule.name}: ${path}`);
}
for (const path of unseen) console.error(`not checked: ${path}`);
for (const name of unruled) console.error(`no rule for the folder: src/${name}`);

const violations = output.summary.violations.length + unseen.length + unruled.length;
if (files.length === 0) console.error('src contains no TypeScript');
console.log(
  `layers: ${files.length - unseen.length} of ${files.length} modules checked, ${violations} violations`,
);
process.exitCode = violations > 0 || files.length === 0 ? 1 : 0;
