/** The JSON routes about the world at present, with or without a session. */
import { announced } from '../contract/announcement.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';

export function todayEndpoints({ clock, announcements }: Services): Endpoint[] {
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/announcement',
      tag: 'today',
      summary: 'What the operator tells all players at present, with or without a session',
      description: 'Live clients receive every change as the event `announcement`.',
      auth: 'none',
      limit: 'data',
      status: 200,
      answer: announced,
      run: () => Promise.resolve({ announcement: announcements.at(clock.now()) }),
    }),
  ];
}
