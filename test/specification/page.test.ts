/** docs/specification.md: no row of the specification is missing, and every file, test and route that it names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { nameOf, readRoutes } from '../support/routes.ts';
import { rows } from './rows.ts';

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** A line of a table: the names of its rows, and the code in its other columns. */
interface Line {
  names: string[];
  routes: string[];
  files: string[];
  tests: string[];
}

function readLine(line: string): Line {
  const [, names = '', routes = '', files = '', tests = ''] = line.split('|');
  return { names: codeIn(names), routes: codeIn(routes), files: codeIn(files), tests: codeIn(tests) };
}

/** The lines of the tables with names of rows, by the heading above them. */
const sections = new Map(
  readFileSync('docs/specification.md', 'utf8')
    .split(/^##+ /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const tables = lines.filter((line) => line.startsWith('|')).map(readLine);
      return [heading, tables.filter(({ names }) => names.length > 0)] as const;
    }),
);
const lines = [...sections.values()].flat();

it('has the sections of the specification in their order', () => {
  expect([...sections.keys()]).toEqual(Object.keys(rows));
});

describe.each(Object.entries(rows))('the section %s', (heading, names) => {
  const present = (sections.get(heading) ?? []).flatMap((line) => line.names);

  it('has every row', () => {
    expect(names.filter((name) => !present.includes(name))).toEqual([]);
  });

  it('has no other row, and none twice', () => {
    expect(present.filter((name, index) => !names.includes(name) || present.indexOf(name) < index)).toEqual(
      [],
    );
  });
});

describe('a row', () => {
  it('names existing files', () => {
    const files = lines.flatMap((line) => line.files);
    expect(files.filter((path) => !/^(?:src|migrations)\//.test(path) || !existsSync(path))).toEqual([]);
    expect(lines.filter(({ files: { length } }) => length === 0)).toEqual([]);
  });

  it('names existing tests', () => {
    const tests = lines.flatMap((line) => line.tests);
    expect(tests.filter((path) => !/^test\/.*\.test\.ts$/.test(path) || !existsSync(path))).toEqual([]);
    expect(lines.filter((line) => line.tests.length === 0)).toEqual([]);
  });

  describe('with routes', () => {
    const game = useTestGame();
    let mounted: string[];
    beforeAll(() => {
      const { endpoints, others } = readRoutes(game);
      mounted = [...endpoints, ...others].map(nameOf);
    });

    it('names mounted ones', () => {
      const named = lines.flatMap((line) => line.routes);
      expect(named.filter((route) => route !== '/socket.io/' && !mounted.includes(route))).toEqual([]);
    });
  });
});
