/** The changelog of this server's version: authors of programs on other machines have no clone. */
import { readFileSync } from 'node:fs';
import { version } from '../../kernel/version.ts';
import { definePage } from '../framework/page.ts';

interface Line {
  isItem: boolean;
  /** Every second one is code. */
  parts: string[];
}

/** The links of the file lead into a clone, so only their texts stay. */
function readSections(markdown: string): { title: string; lines: Line[] }[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n').filter((line) => line !== '');
      return {
        title,
        lines: lines.map((line) => ({
          isItem: line.startsWith('- '),
          parts: line
            .replace(/^- /, '')
            .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
            .split('`'),
        })),
      };
    });
}

const sections = readSections(readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8'));

export const changelogPage = definePage('/changelog', {
  section: 'docs',
  readers: 'guest',
  read: () => ({ title: 'Changes', values: { version, sections } }),
});
