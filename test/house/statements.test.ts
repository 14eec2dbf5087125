/** Every prepared statement has a unique name, which metrics, pg_stat_activity and the source share. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../src', import.meta.url));

interface Declared {
  /** The constant that contains the statement; empty without one. */
  constant: string;
  /** Empty if it is not a literal. */
  name: string;
}

/**
 * Lists the statements that a source declares with `statement`, `defineQuery`, `checkBySql` or a function whose name ends
 * in `Statement`.
 */
function declaredIn(source: string): Declared[] {
  // An entry of a family of statements has the key of its member.
  const call =
    /(?:const (\w+) = |function |\w+: (?=\w+Statement))?\b(?:statement|defineQuery|checkBySql<[^(]+>|\w+Statement)\(\s*(?:'([^']*)')?/g;
  return [...source.matchAll(call)]
    .filter(([text]) => !text.startsWith('function'))
    .map(([text, constant = '', name = '']) => ({ constant: /^\w+:/.test(text) ? name : constant, name }));
}

/** A table of statements by name: its entries. The call for all of them, and that of `checkBySql`. */
const entry = /^ {2}(\w+): \{\n {4}sql: /gm;
const callOfTable = 'statement(name, { sql';

function declaredInTable(source: string): Declared[] {
  return source.includes(callOfTable)
    ? [...source.matchAll(entry)].map(([, name = '']) => ({ constant: name, name }))
    : [];
}

/** Only the helper of a family of statements may take the name as a parameter. */
const helper = /function \w+Statement\(name: string[^)]*\)[^{]*\{\s*return statement\(\s*name,/g;

const declared = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== join('db', 'pool.ts'))
  .flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8').replaceAll(helper, '');
    return [...declaredInTable(source), ...declaredIn(source.replace(callOfTable, ''))];
  });

function findIssues(statements: readonly Declared[]): string[] {
  const names = statements.map(({ name }) => name);
  return statements.flatMap(({ constant, name }, index) => [
    ...(/^[a-z][a-zA-Z0-9]*$/.test(name) ? [] : [`"${name}" of "${constant}" is not camelCase`]),
    ...(constant === name || constant === `${name}Statement` ? [] : [`"${name}" is held by "${constant}"`]),
    ...(names.indexOf(name) === index ? [] : [`"${name}" is declared twice`]),
  ]);
}

describe('a statement', () => {
  it('has a unique camelCase name, which is also the name of its constant', () => {
    expect(findIssues(declared)).toEqual([]);
  });

  it('is detected by this test', () => {
    expect(declared.length).toBeGreaterThan(90);
  });

  it.each([
    ["const find_it = statement('find_it', { sql: 'SELECT' })", '"find_it" of "find_it" is not camelCase'],
    ["const findIt = statement('findOther', {\n  sql: 'SELECT' })", '"findOther" is held by "findIt"'],
    ["const findIt = defineQuery('findOther', { sql: 'SELECT' })", '"findOther" is held by "findIt"'],
    ["run(statement('findIt', { sql: 'SELECT' }))", '"findIt" is held by ""'],
    ['const findIt = statement(`find${it}`, { sql })', '"" of "findIt" is not camelCase'],
    ['all = {\n  a: listStatement(key) }', '"" of "" is not camelCase'],
    ["const findIt = listStatement('find', key)", '"find" is held by "findIt"'],
  ])('declared as %s would be reported', (source, issue) => {
    expect(findIssues(declaredIn(source))).toContain(issue);
  });

  it('of a table is declared by its entry', () => {
    const source = `const all = {\n  deleteIt: {\n    sql: '' } };\nstatement(name, { sql })`;
    expect(declaredInTable(source)).toEqual([{ constant: 'deleteIt', name: 'deleteIt' }]);
    expect(declared.filter(({ name }) => name === 'deleteOldTokens')).toHaveLength(1);
  });

  it('with the name of another would be reported', () => {
    const twice =
      "const find = statement('find', { sql: '' }); const findStatement = statement('find', { sql: '' });";
    expect(findIssues(declaredIn(twice))).toEqual(['"find" is declared twice']);
  });
});
