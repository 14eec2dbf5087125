/** Every prepared statement is found by its name: in a metric, in pg_stat_activity and in the source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../src', import.meta.url));

interface Declared {
  /** The constant that holds the statement; empty where none does. */
  constant: string;
  /** Empty where it is not a literal. */
  name: string;
}

/** What a source declares by `statement(...)`, or by a function of its own whose name ends in `Statement`. */
function declaredIn(source: string): Declared[] {
  const call = /(?:const (\w+) = |function )?\b(?:statement|\w+Statement)\(\s*(?:'([^']*)')?/g;
  return [...source.matchAll(call)]
    .filter(([text]) => !text.startsWith('function'))
    .map(([, constant = '', name = '']) => ({ constant, name }));
}

/** Only in the helper of a family of statements may the name come from outside. */
const helper = /function \w+Statement\(name: string[^)]*\)[^{]*\{\s*return statement\(\s*name,/g;

const declared = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== join('db', 'pool.ts'))
  .flatMap((file) => declaredIn(readFileSync(join(folder, file), 'utf8').replaceAll(helper, '')));

function faultsOf(statements: readonly Declared[]): string[] {
  const names = statements.map(({ name }) => name);
  return statements.flatMap(({ constant, name }, index) => [
    ...(/^[a-z][a-zA-Z0-9]*$/.test(name) ? [] : [`"${name}" of "${constant}" is not camelCase`]),
    ...(constant === name || constant === `${name}Statement` ? [] : [`"${name}" is held by "${constant}"`]),
    ...(names.indexOf(name) === index ? [] : [`"${name}" is declared twice`]),
  ]);
}

describe('a statement', () => {
  it('has a name of its own, in camelCase, that its constant has too', () => {
    expect(faultsOf(declared)).toEqual([]);
  });

  it('is found in the source', () => {
    expect(declared.length).toBeGreaterThan(90);
  });

  it.each([
    ["const find_it = statement('find_it', 'SELECT')", '"find_it" of "find_it" is not camelCase'],
    ["const findIt = statement(\n  'findOther',\n  'SELECT')", '"findOther" is held by "findIt"'],
    ["run(statement('findIt', 'SELECT'))", '"findIt" is held by ""'],
    ['const findIt = statement(`find${it}`, sql)', '"" of "findIt" is not camelCase'],
    ["const findIt = listStatement('find', key)", '"find" is held by "findIt"'],
  ])('that says %s would be found', (source, fault) => {
    expect(faultsOf(declaredIn(source))).toContain(fault);
  });

  it('that has the name of another would be found', () => {
    const twice = "const find = statement('find', ''); const findStatement = statement('find', '');";
    expect(faultsOf(declaredIn(twice))).toEqual(['"find" is declared twice']);
  });
});
