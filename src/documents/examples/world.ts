/** The chronicle, rankings, map, health, and the end of the story. */
import type { Example } from './example.ts';

export const world: readonly Example[] = [
  {
    route: 'GET /api/empire/{empire_id}/events',
    title: 'Your own chronicle, from its fifth entry on',
    by: 'ann',
    params: { empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac' },
    query: { after: 4, limit: 3 },
    status: 200,
    answer: {
      events: [
        {
          number: 5,
          at: '2026-03-02T14:13:00.000Z',
          type: 'army_arrived',
          data: {
            loot: { gold: 0, food: 0, materials: 0 },
            army_id: '7eb4a932-5839-43ce-a197-a8b0b83ec7cc',
            location: { x: 0, y: 0 },
            army_name: 'Scouts',
          },
        },
        {
          number: 6,
          at: '2026-03-02T14:13:00.000Z',
          type: 'battle_start',
          data: {
            role: 'attacker',
            location: { x: 4, y: 2 },
            battle_id: '68816a1a-4afe-4e23-a017-dd548847d2c3',
            contact_at: '2026-03-02T14:19:42.493Z',
            opponent_id: '623b7966-490a-48cc-a22d-8f239109398e',
            opponent_name: 'Boeotia',
          },
        },
        {
          number: 7,
          at: '2026-03-02T14:19:42.493Z',
          type: 'battle_contact',
          data: {
            role: 'attacker',
            location: { x: 4, y: 2 },
            battle_id: '68816a1a-4afe-4e23-a017-dd548847d2c3',
            ends_at: '2026-03-02T14:19:45.493Z',
            opponent_id: '623b7966-490a-48cc-a22d-8f239109398e',
            opponent_name: 'Boeotia',
          },
        },
      ],
      last: 8,
    },
  },
  {
    route: 'GET /api/leaderboard',
    title: 'The first two',
    by: 'ann',
    query: { type: 'score', limit: 2 },
    status: 200,
    answer: {
      rankings: [
        {
          rank: 1,
          empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
          empire_name: 'Attica',
          score: 77,
          owner_username: 'ann',
          is_bot: false,
        },
        {
          rank: 2,
          empire_id: '623b7966-490a-48cc-a22d-8f239109398e',
          empire_name: 'Boeotia',
          score: 39,
          owner_username: 'ben',
          is_bot: false,
        },
      ],
      updated_at: '2026-03-02T15:13:00.000Z',
      me: {
        rank: 1,
        empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
        empire_name: 'Attica',
        score: 77,
        owner_username: 'ann',
        is_bot: false,
      },
    },
  },
  {
    route: 'GET /api/map',
    title: 'Around the capital',
    by: 'ann',
    query: { x: 0, y: 0, radius: 5 },
    status: 200,
    answer: {
      cities: [
        {
          id: '3d2b6a71-6805-4d8c-aa7f-cee8c957c675',
          name: 'Capital',
          empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
          empire_name: 'Attica',
          is_bot: false,
          score: 77,
          location: { x: 0, y: 0 },
        },
        {
          id: '59b59160-299c-46b5-abd3-443d480c61c1',
          name: 'Piraeus',
          empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
          empire_name: 'Attica',
          is_bot: false,
          score: 77,
          location: { x: -4, y: 1 },
        },
        {
          id: '01d1654e-7050-4241-aabb-f1cecb55c662',
          name: 'Capital',
          empire_id: '623b7966-490a-48cc-a22d-8f239109398e',
          empire_name: 'Boeotia',
          is_bot: false,
          score: 39,
          location: { x: 4, y: 2 },
        },
      ],
      armies: [
        {
          id: '2d2debfb-f1ee-48dd-aa23-706ad2fe4f6a',
          name: 'Army 1',
          units: { archers: 10, knights: 0, soldiers: 25, catapults: 0 },
          empire_id: 'cb834fc8-8b03-4c23-aeb7-7289665b32ac',
          empire_name: 'Attica',
          is_bot: false,
          location: { x: 0, y: 0 },
          status: 'garrisoned',
        },
      ],
      server_time: '2026-03-02T15:13:00.000Z',
    },
  },
  { route: 'GET /healthz', title: 'The process lives', by: null, status: 200, answer: { status: 'ok' } },
  {
    route: 'GET /readyz',
    title: 'It can serve',
    by: null,
    status: 200,
    answer: {
      status: 'ready',
      checks: [
        { name: 'database', ok: true },
        { name: 'clock', ok: true },
      ],
    },
  },
  {
    route: 'GET /api/user/sessions',
    title: 'One login',
    by: 'ben',
    status: 200,
    answer: {
      sessions: [
        {
          id: 'e81d11d0-c7d3-4722-a050-68f246f7e889',
          created_at: '2026-03-01T12:00:00.000Z',
          expires_at: '2026-03-31T12:00:00.000Z',
          ip_address: '127.0.0.1',
          user_agent: 'curl/8.14.1',
          current: true,
        },
      ],
    },
  },
  {
    route: 'DELETE /api/user/sessions/{session_id}',
    title: 'The session that asks',
    by: 'ben',
    params: { session_id: 'e81d11d0-c7d3-4722-a050-68f246f7e889' },
    status: 200,
    answer: { success: true, message: 'The session was ended' },
  },
  {
    route: 'POST /logout',
    title: 'Logging out',
    by: 'ann',
    status: 200,
    answer: { success: true, message: 'You are logged out' },
  },
];
