/** Players who write to each other, and their requests. */
import type { MessageView, ThreadPage, ThreadView } from '../../src/contract/messages.ts';
import type { ApiResponse, Ruler } from './game.ts';
import { createEmpire, userIdOf, type GameAccess } from './players.ts';

/** A ruler with the id of the account. */
export interface Writer extends Ruler {
  id: string;
}

interface Sent {
  thread_id: string;
  message: MessageView;
  details: string;
}
interface Inbox {
  threads: (ThreadView & { latest: MessageView })[];
  next: string | null;
}

// Test files that run in one process share it; each has a world of its own.
let created = 0;

/** A player, 20 tiles from the others of the world. */
export async function createWriter(game: GameAccess): Promise<Writer> {
  const ruler = await createEmpire(game, { x: -900 + 20 * (created % 90), y: 20 * Math.floor(created / 90) });
  created += 1;
  return { ...ruler, id: await userIdOf(game, ruler) };
}

export function write(from: Ruler, to: { id: string }, text: string): Promise<ApiResponse<Sent>> {
  return from.send('POST', '/api/threads', { user_id: to.id, text });
}

export function reply(from: Ruler, threadId: string, text: string): Promise<ApiResponse<Sent>> {
  return from.send('POST', `/api/thread/${threadId}/messages`, { text });
}

export async function inboxOf(ruler: Ruler, query = ''): Promise<Inbox> {
  return (await ruler.send<Inbox>('GET', `/api/threads${query}`)).body;
}

export async function readThread(ruler: Ruler, threadId: string, query = ''): Promise<ThreadPage> {
  return (await ruler.send<ThreadPage>('GET', `/api/thread/${threadId}${query}`)).body;
}

export const textsOf = ({ messages }: ThreadPage): string[] => messages.map(({ text }) => text);

export function block(blocker: Ruler, blocked: { id: string }): Promise<ApiResponse> {
  return blocker.send('POST', '/api/blocks', { user_id: blocked.id });
}
