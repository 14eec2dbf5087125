import { messageLimits, type PlayerView } from '../../contract/messages.ts';
import { cursor } from '../../contract/text.ts';
import { selectBlocks, selectThread, selectThreads } from '../../messages/queries.ts';
import { markRead } from '../../messages/operations.ts';
import { definePage } from '../framework/page.ts';
import { tagged } from '../shared/formatters.ts';
import { readBefore } from '../shared/forms.ts';

/** By the empire, otherwise by the username. */
const nameOf = (player: PlayerView | null): string =>
  player === null
    ? 'Deleted player'
    : player.empire_name === null
      ? player.username
      : tagged(player.empire_name, player.alliance_tag);

const maxThreads = 20;
const maxMessages = 50;
const maxBlocks = 50;

export const messagesPage = definePage('/messages', {
  section: 'messages',
  readers: 'user',
  read: async ({ services: { pool }, viewer, fields }) => {
    // An invalid position counts as none.
    const { data: before } = cursor.safeParse(fields.before);
    const [inbox, blocked] = await Promise.all([
      selectThreads(pool, viewer.userId, { before, limit: maxThreads }),
      selectBlocks(pool, viewer.userId, { limit: maxBlocks }),
    ]);
    return {
      title: 'Messages',
      values: {
        nameOf,
        threads: inbox.threads,
        older: inbox.next,
        isNewest: before === undefined,
        blocked: blocked.blocks,
      },
    };
  },
});

export const threadPage = definePage('/messages/:thread_id', {
  section: 'messages',
  readers: 'user',
  read: async ({ services, viewer, params: { thread_id: threadId }, fields, isSeen, layout: layoutRead }) => {
    const before = readBefore(fields);
    const [page, layout] = await Promise.all([
      selectThread(services.pool, viewer.userId, threadId, { before, limit: maxMessages }),
      layoutRead,
    ]);
    const { thread, messages } = page;
    const isNewest = before > thread.last;
    if (isNewest && isSeen && thread.unread > 0) {
      await markRead({ services, viewer }, { threadId, number: thread.last });
      // The layout was read before that.
      if (layout !== null) layout.unreadMessages = Math.max(0, layout.unreadMessages - thread.unread);
    }
    return {
      view: 'thread',
      title: `Messages with ${nameOf(thread.with)}`,
      values: {
        thread,
        name: nameOf(thread.with),
        isBlocked: page.is_blocked,
        isNewest,
        older: page.next,
        messages,
        perMinute: messageLimits.perMinute,
      },
    };
  },
});
