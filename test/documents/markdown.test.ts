/** Markdown files of the project: links and paths exist, and lists are complete. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  anchorsOf,
  codeBlocksOf,
  inlineCodeOf,
  linksOf,
  readMarkdown,
  type MarkdownFile,
} from '../support/markdown.ts';

const files = readMarkdown();
const byPath = new Map(files.map((file) => [file.path, file]));

function fileOf(path: string): MarkdownFile {
  const file = byPath.get(path);
  if (file === undefined) throw new Error(`there is no document ${path}`);
  return file;
}

/** Whether a relative link of a file leads to an existing file and, with an anchor, to one of its headings. */
function linkExists(from: MarkdownFile, link: string): boolean {
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? from.path : normalize(join(dirname(from.path), path)).replaceAll('\\', '/');
  if (!existsSync(target)) return false;
  return anchor === '' || anchorsOf(fileOf(target)).includes(anchor);
}

/** Matches paths of the project; excludes routes, globs and patterns with placeholders. */
const projectPath = /^(?:src|test|docs|documents|scripts|migrations|public|views|deploy|bench)\/[\w./-]*$/;
const fileName = /^[\w-]+\.(?:ts|mjs|sql|ejs)$/;

describe('README.md', () => {
  it('is at most 8192 bytes', () => {
    expect(statSync('README.md').size).toBeLessThanOrEqual(8192);
  });

  it('shows a picture of at most 150 kB', () => {
    const [picture = ''] = linksOf(fileOf('README.md')).filter((link) => link.startsWith('docs/images/'));
    expect(statSync(picture).size).toBeLessThanOrEqual(150_000);
  });
});

describe.each(files.map((file) => [file.path, file] as const))('%s', (_path, file) => {
  it('has no broken relative link', () => {
    const links = linksOf(file).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !linkExists(file, link))).toEqual([]);
  });

  it('names only existing paths', () => {
    const paths = inlineCodeOf(file).filter((code) => projectPath.test(code));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('a document in the folder of its code', () => {
  it('names only files of that folder', () => {
    const names = files
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap((file) => inlineCodeOf(file).map((name) => ({ name, folder: dirname(file.path) })))
      .filter(({ name }) => fileName.test(name));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(({ name, folder }) => !existsSync(join(folder, name)))).toEqual([]);
  });
});

describe('the commands of the documents', () => {
  it('name existing npm scripts', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const code = files.flatMap((file) => [
      ...inlineCodeOf(file),
      ...codeBlocksOf(file).map(({ text }) => text),
    ]);
    const names = code.flatMap((text) =>
      [...text.matchAll(/\bnpm (?:--silent )?(?:run ([\w:-]+)|(start|test)\b)/g)].map(
        ([, script, shorthand]) => script ?? shorthand ?? '',
      ),
    );
    expect(names).toEqual(expect.arrayContaining(['start', 'test', 'bots', 'admin']));
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('every document', () => {
  it('is linked from another document', () => {
    const linkedFrom = (from: MarkdownFile): string[] =>
      linksOf(from)
        .map((link) => normalize(join(dirname(from.path), link.split('#')[0] ?? '')))
        .filter((path) => path !== normalize(from.path));
    const linked = files.flatMap(linkedFrom);
    expect(files.map(({ path }) => path).filter((path) => !linked.includes(normalize(path)))).toEqual([]);
  });
});

describe('docs/settings.md', () => {
  it('lists every setting', () => {
    const names = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    const listed = inlineCodeOf(fileOf('docs/settings.md'));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  });
});

describe('docs/observe.md', () => {
  it('lists exactly the alerts', () => {
    const alerts = [...readFileSync('deploy/prometheus/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g)].map(
      ([, name = '']) => name,
    );
    const listed = inlineCodeOf(fileOf('docs/observe.md')).filter((code) => /^Hegemon[A-Z]/.test(code));
    expect(listed.sort()).toEqual(alerts.sort());
  });
});
