/** Comments, also of the database, and log lines use plain technical English: no words that CONTRIBUTING.md rules out. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ruledOut =
  /\b(?:whoever|whatever|whichever|anew|for ever|(?:is|are|be|been|was|were) told|is said|(?:goes|go) on\b(?! sale)|lies in|mend(?:s|ed|ing)?|by itself|by themselves|of (?:its|their) own accord|nobody|somebody|everybody|upon)\b/i;

const blockComment = /(?:^|\s)\/\*[\s\S]*?\*\//gm;
const lineComment = /(?:^|[\s;{}])\/\/.*$/gm;
const sqlComment = /(?:^|\s)--\s.*$|COMMENT ON[^;]*/gm;
const logCall = /\blog\.(?:trace|debug|info|warn|error|fatal)\([^;]*/gi;

/** The comments of a source, and its log calls. */
function textsOf(path: string): string[] {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  if (path.endsWith('.sql')) return text.match(sqlComment) ?? [];
  if (!/\.(ts|mjs|cjs|js)$/.test(path)) return text.match(/(?:^|\s)#\s.*$/gm) ?? [];
  return [blockComment, lineComment, logCall].flatMap((pattern) => text.match(pattern) ?? []);
}

const listFiles = (folder: string, pattern: RegExp): string[] =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

const files = [
  ...['src', 'test', 'bench', 'scripts'].flatMap((folder) => listFiles(folder, /\.(ts|mjs)$/)),
  ...listFiles('deploy', /\.(yml|cfg|sql)$|Caddyfile$/),
  ...listFiles('migrations', /\.sql$/),
  '.dependency-cruiser.cjs',
  'eslint.config.js',
  'docker-compose.yml',
  'Dockerfile',
  '.env.example',
  '.ci/run',
];

describe('comments and log lines', () => {
  it('are found', () => {
    expect(files.flatMap(textsOf).length).toBeGreaterThan(2000);
  });

  it('use none of the words that are ruled out', () => {
    const found = files.flatMap((path) =>
      textsOf(path)
        .filter((text) => ruledOut.test(text.replaceAll(/`[^`]*`/g, '')))
        .map((text) => `${path}: ${text.replace(/\s+/g, ' ').slice(0, 160)}`),
    );
    expect(found).toEqual([]);
  });
});
