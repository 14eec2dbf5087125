// npm run layers: checks the rules of .dependency-cruiser.cjs for src/, of this project or of the folder given.
// A checker that read nothing would be content: the modules it saw are counted against the files that are there.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';

const project = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(process.argv[2] ?? project);
const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

const files = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'));

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
for (const path of unseen) console.error(`not seen: ${path}`);

const faults = output.summary.violations.length + unseen.length;
if (files.length === 0) console.error('src holds no TypeScript');
console.log(`layers: ${files.length - unseen.length} of ${files.length} modules seen, ${faults} faults`);
process.exitCode = faults > 0 || files.length === 0 ? 1 : 0;
