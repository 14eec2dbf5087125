/** Comments and log lines use plain technical English: none of the words that CONTRIBUTING.md rules out. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ruledOut =
  /\b(?:whoever|whatever|whichever|anew|for ever|(?:is|are|be|been|was|were) told|is said|(?:goes|go) on\b(?! sale)|lies in|mend(?:s|ed|ing)?|by itself|by themselves|of (?:its|their) own accord|nobody|somebody|everybody|upon)\b/i;

/** The comments of a source, and the literal messages of its log calls. */
function textsOf(path: string): string[] {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  if (!/\.(ts|mjs|cjs|js)$/.test(path)) return text.match(/(?:^|\s)(?:#|--)\s.*$/gm) ?? [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ])
      found.add(text.slice(range.pos, range.end));
    const isLog =
      ts.isCallExpression(node) &&
      /\blog\.(?:trace|debug|info|warn|error|fatal)$/i.test(node.expression.getText());
    if (isLog)
      for (const argument of node.arguments) if (ts.isStringLiteral(argument)) found.add(argument.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

const listFiles = (folder: string, pattern: RegExp): string[] =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

const files = [
  ...['src', 'test', 'bench', 'scripts'].flatMap((folder) => listFiles(folder, /\.(ts|mjs)$/)),
  ...listFiles('deploy', /\.(yml|cfg)$|Caddyfile$/),
  ...[
    '.dependency-cruiser.cjs',
    'eslint.config.js',
    'docker-compose.yml',
    'Dockerfile',
    '.env.example',
    '.ci/run',
  ],
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
