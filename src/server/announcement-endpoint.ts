import { announced } from '../contract/announcement.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';

const endpoint = endpointsOf<Services>('announcement');

export const createAnnouncementRouter = routerOf([
  endpoint.get('/api/announcement', {
    summary: 'What the operator tells all players at present, with or without a session',
    description: 'Live clients receive every change as the event `announcement`.',
    auth: 'none',
    response: announced,
    run: ({ services: { announcements, clock } }) =>
      Promise.resolve({ announcement: announcements.at(clock.now()) }),
  }),
]);
