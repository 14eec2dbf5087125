/** The API page: the OpenAPI document in Swagger UI, and links. */
import { clientPath } from '../../http/assets.ts';
import { definePage } from '../framework/page.ts';

export const docsPage = definePage('/docs', {
  section: 'docs',
  readers: 'guest',
  read: () => ({
    title: 'API',
    scripts: ['docs'],
    values: {
      description:
        'The JSON API and the live events of Hegemon: every route, field and code, to read and to try.',
      npmClient: clientPath('.tgz'),
      pipClient: clientPath('.whl'),
    },
  }),
});
