/** Templates escape everything except the results of helpers that build markup without input. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const views = fileURLToPath(new URL('../../views', import.meta.url));

/** Helpers and prepared drawings; each escapes the text that it contains. */
const trusted = [
  /^include\(/,
  /^markup\.(?:icon|clock|until|lasting|withLasting|botMark|leaveMark|banner|bannerShapes|sideMark|name|withClocks)\(/,
  /^(?:tab|hiddenUnless|numberField)\(/,
  /^(?:scene|minimap|map)\.land$/,
];

const unescaped = readdirSync(views, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ejs'))
  .flatMap((name) =>
    [...readFileSync(`${views}/${name}`, 'utf8').matchAll(/<%-([^]*?)[-_]?%>/g)].map(([, code = '']) => ({
      name,
      code: code.trim(),
    })),
  );

it('the templates have unescaped parts', () => {
  expect(unescaped.length).toBeGreaterThan(200);
});

it('every unescaped part is trusted', () => {
  const others = unescaped.filter(({ code }) => !trusted.some((pattern) => pattern.test(code)));
  expect(others).toEqual([]);
});
