/** The JSON routes about the world at present, with or without a session. */
import { announced } from '../contract/announcement.ts';
import { today } from '../contract/today.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { readToday } from './present.ts';

const endpoint = endpointsOf<Services>('today');

export const createTodayRouter = routerOf([
  endpoint.get('/api/announcement', {
    summary: 'What the operator tells all players at present, with or without a session',
    description: 'Live clients receive every change as the event `announcement`.',
    auth: 'none',
    response: announced,
    run: ({ services: { announcements, clock } }) =>
      Promise.resolve({ announcement: announcements.at(clock.now()) }),
  }),
  endpoint.get('/api/today', {
    summary: 'Active players, seat holders, the great battles of the week and the latest Hegemons',
    description:
      'With or without a session. A great battle has names, place and outcome; its report only if a participant has made a public link.',
    auth: 'none',
    response: today,
    run: ({ services: { pool, settings, clock } }) => readToday(pool, settings, clock.now()),
  }),
]);
