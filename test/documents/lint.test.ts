/** The API documents are valid, and have what their users need: the linters that these run find nothing. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { routes } from '../../src/client/routes.ts';
import { listOperations, readDocuments, type ServedDocuments } from '../support/documents.ts';
import { useTestGame } from '../support/game.ts';
import { nameOf } from '../support/routes.ts';

// The linter takes the default address for a mistake.
const game = useTestGame({ baseUrl: 'https://game.test' });
let documents: ServedDocuments;
beforeAll(async () => {
  documents = await readDocuments(game);
});

/** Calls `visit` with every object inside a value, and its path. */
function walk(
  value: unknown,
  visit: (object: Record<string, unknown>, path: string) => void,
  path = '',
): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value as Record<string, unknown>, path);
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'examples' && key !== 'example') walk(inner, visit, `${path}/${key}`);
  }
}

it('Redocly and Spectral find nothing: no invalid member, no broken reference, no id twice', async () => {
  const folder = mkdtempSync(join(inject('testServer').folder, 'lint-'));
  const paths = (['openapi', 'asyncapi'] as const).map((name) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(documents[name]));
    return path;
  });
  const output = await new Promise((resolve) => {
    execFile(process.execPath, ['scripts/lint-documents.mjs', ...paths], (error, stdout, stderr) =>
      resolve(stdout + (error === null ? '' : stderr)),
    );
  });
  expect(output).toBe('');
});

describe('what generators need', () => {
  it('is there for names of methods: those of the client', () => {
    const names = Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [nameOf(route).replaceAll(/:(\w+)/g, '{$1}'), name]),
    );
    const operations = [...listOperations(documents.openapi)].map(([route, { operationId }]) => [
      route,
      operationId,
    ]);
    expect(Object.fromEntries(operations)).toEqual({
      ...names,
      'GET /healthz': 'checkHealth',
      'GET /readyz': 'checkReadiness',
    });
  });

  it('is there for validators without Unicode classes', () => {
    expect(JSON.stringify(documents)).not.toMatch(/\\\\p\{/);
  });

  it.each(['Ann-2.0', 'Ångström', '李 雷', 'a_b'])('allows the name %s', (name) => {
    expect(name).toMatch(usernamePattern());
  });

  it.each(['ann@example', 'a<b', "o'neil", 'tab\there', 'a+b'])('forbids the name %s', (name) => {
    expect(name).not.toMatch(usernamePattern());
  });

  it('is there for comments: a description of every operation and member', () => {
    const bare: string[] = [];
    walk(documents, ({ properties, type, operationId, description }, path) => {
      if (operationId !== undefined && description === undefined) bare.push(path);
      if (type !== 'object' || properties === undefined) return;
      for (const [name, member] of Object.entries(properties as Record<string, object>)) {
        if (!('description' in member) && !('$ref' in member)) bare.push(`${path}/${name}`);
      }
    });
    expect(bare).toEqual([]);
  });
});

function usernamePattern(): RegExp {
  const body = listOperations(documents.openapi).get('POST /register')?.requestBody?.content[
    'application/json'
  ];
  return new RegExp(body?.schema.properties?.username?.pattern ?? '(?!)');
}
