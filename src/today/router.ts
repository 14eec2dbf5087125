/** The JSON routes about the world at present, with or without a session. */
import { announced } from '../contract/announcement.ts';
import { today } from '../contract/today.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { readToday } from './present.ts';

export function todayEndpoints({ clock, settings, pool, announcements }: Services): Endpoint[] {
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/announcement',
      tag: 'today',
      summary: 'What the operator tells all players at present, with or without a session',
      description: 'Live clients receive every change as the event `announcement`.',
      auth: 'none',
      response: announced,
      run: () => Promise.resolve({ announcement: announcements.at(clock.now()) }),
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/today',
      tag: 'today',
      summary: 'Active players, seat holders, the great battles of the week and the latest Hegemons',
      description:
        'With or without a session. A great battle has names, place and outcome; its report only if a participant has made a public link.',
      auth: 'none',
      response: today,
      run: () => readToday(pool, settings, clock.now()),
    }),
  ];
}
