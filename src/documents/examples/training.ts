/** Ann trains soldiers and founds a second city. */
import type { Example } from './example.ts';

export const training: readonly Example[] = [
  {
    route: 'POST /api/city/{city_id}/train',
    title: 'Before there is a stable',
    by: 'ann',
    params: { city_id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675' },
    body: { unit_type: 'knights', quantity: 1 },
    status: 409,
    answer: {
      error: 'A requirement is missing',
      code: 'REQUIREMENT_MISSING',
      details: 'stable level 1 is needed',
    },
  },
  {
    route: 'POST /api/city/{city_id}/train',
    title: 'Five soldiers, an hour later',
    by: 'ann',
    afterMs: 3600000,
    params: { city_id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675' },
    body: { unit_type: 'soldiers', quantity: 5 },
    status: 201,
    answer: {
      success: true,
      order: {
        id: '0c5d1870-b8cd-49cd-a939-20fd9dfba0cb',
        city_id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675',
        unit_type: 'soldiers',
        quantity: 5,
        cost: { gold: 200, food: 150, materials: 150 },
        starts_at: '2026-03-01T13:01:00.000Z',
        completes_at: '2026-03-01T13:06:00.000Z',
      },
    },
  },
  {
    route: 'POST /api/empire/{empire_id}/cities',
    title: 'A second city',
    by: 'ann',
    params: { empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac' },
    body: { name: 'Piraeus', location: { x: -4, y: 1 } },
    status: 201,
    answer: {
      success: true,
      city: {
        id: '59b59160-299c-46b5-abd3-443d480c61c1',
        name: 'Piraeus',
        population: 100,
        location: { x: -4, y: 1 },
        buildings: [
          {
            id: '39744caf-f4c0-4c48-a892-13544b96e46f',
            type: 'town_hall',
            level: 1,
            production: 0,
            upkeep: 0,
            status: 'active',
          },
        ],
        production: { gold: 30, food: 30, materials: 30 },
        construction: [],
        training: [],
      },
    },
  },
  {
    route: 'POST /api/empire/{empire_id}/cities',
    title: 'Too near to the first, a day later',
    by: 'ann',
    afterMs: 86400000,
    params: { empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac' },
    body: { name: 'Salamis', location: { x: 1, y: 1 } },
    status: 409,
    answer: { error: 'Another city is too close', code: 'TOO_CLOSE' },
  },
];
