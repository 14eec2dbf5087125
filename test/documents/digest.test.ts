/** The API documents belong to a version: documents/digest.json has their digest beside it. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { version } from '../../src/kernel/version.ts';
import { readDocuments } from '../support/documents.ts';
import { useTestGame } from '../support/game.ts';

const game = useTestGame({ limits: { auth: 5, data: 60, action: 30 } });

it('equals that of the documents of this version', async () => {
  const { openapi, asyncapi } = await readDocuments(game);
  const unnamed = [openapi, asyncapi].map((document) => ({
    ...document,
    info: { ...document.info, version: '' },
  }));
  const digest = createHash('sha256').update(JSON.stringify(unnamed)).digest('hex');
  await expect(
    `${JSON.stringify({ version, digest }, null, 2)}\n`,
    'the API documents or the version have changed: raise the version if the recorded one is released, then run: npm run record:examples',
  ).toMatchFileSnapshot(`${import.meta.dirname}/../../documents/digest.json`);
});
