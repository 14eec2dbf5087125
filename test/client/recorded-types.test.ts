/** The committed types of the clients are those of the contract, with the sentences of the API documents. */
import { beforeAll, expect, it } from 'vitest';
import { routes } from '../../src/client/routes.ts';
import { readDocuments, type ServedDocuments } from '../support/documents.ts';
import { useTestGame } from '../support/game.ts';

const advice = 'the types are out of date: run npm run record:examples';

/** The generators are plain JavaScript, without types. */
const generatorOf = (path: string): Promise<unknown> =>
  import(new URL(`../../clients/${path}`, import.meta.url).href);
type Texts = Record<string, string>;

const game = useTestGame();
let documents: ServedDocuments;
beforeAll(async () => {
  documents = await readDocuments(game);
});

it('the types and the routes of the Python package are up to date', async () => {
  const { printPython } = (await generatorOf('python/print-modules.mjs')) as {
    printPython: (documents: ServedDocuments, names: readonly string[]) => Texts;
  };
  for (const [name, text] of Object.entries(printPython(documents, Object.keys(routes))))
    await expect(text, advice).toMatchFileSnapshot(`../../clients/python/hegemon_client/${name}`);
});
