/** Two empires are founded, side by side. */
import type { Example } from './example.ts';

export const founding: readonly Example[] = [
  {
    route: 'POST /api/empire',
    title: 'A name that is too short',
    by: 'ann',
    body: { name: 'A', starting_location: { x: 0, y: 0 } },
    status: 400,
    answer: {
      error: 'The request is not valid',
      code: 'VALIDATION_ERROR',
      details: 'name: must have at least 3 characters',
    },
  },
  {
    route: 'POST /api/empire',
    title: 'Attica, in the middle of the world',
    by: 'ann',
    body: { name: 'Attica', starting_location: { x: 0, y: 0 } },
    status: 201,
    answer: {
      success: true,
      empire: {
        id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
        name: 'Attica',
        owner_id: '11e4c858-819c-4486-ac05-c75ab8074485',
        created_at: '2026-03-01T12:00:00.000Z',
        capital: { id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675', name: 'Capital', location: { x: 0, y: 0 } },
      },
    },
  },
  {
    route: 'POST /api/empire',
    title: 'Boeotia beside it, a minute later',
    by: 'ben',
    afterMs: 60000,
    body: { name: 'Boeotia', starting_location: { x: 4, y: 2 } },
    status: 201,
    answer: {
      success: true,
      empire: {
        id: '623b7966-490a-48cc-a22d-8f239109398e',
        name: 'Boeotia',
        owner_id: 'cd57dd7d-345d-46f5-a6e0-d0013dbee6bd',
        created_at: '2026-03-01T12:01:00.000Z',
        capital: { id: '01d1654e-7050-4241-aabb-f1cecb55c662', name: 'Capital', location: { x: 4, y: 2 } },
      },
    },
  },
];
