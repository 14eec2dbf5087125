/** The download of a player's own data: one JSON document of any size, in pieces. */
import { Readable } from 'node:stream';
import type { Router } from 'express';
import { selectTokens } from '../account/api-tokens.ts';
import type { AccountDeps } from '../account/deps.ts';
import { selectLoginAddresses } from '../account/login-queries.ts';
import { toProfile } from '../account/operations.ts';
import { listSessions } from '../account/sessions.ts';
import { selectPendingEmail } from '../account/tokens.ts';
import { toDevice } from '../alarms/devices.ts';
import { toWakeView } from '../alarms/operations.ts';
import { selectAlarmSettings } from '../alarms/settings.ts';
import { selectOwnMessages } from '../alliance/chat.ts';
import { selectCandidacies } from '../alliance/queries.ts';
import { toBattleView } from '../battle/present.ts';
import { selectBattlesBefore } from '../battle/queries.ts';
import type { OwnAllianceMessage } from '../contract/alliance-chat.ts';
import { download } from '../contract/download.ts';
import type { ServerMessage } from '../contract/messages.ts';
import { readEventLog } from '../empire/event-log.ts';
import { readLedger } from '../empire/ledger.ts';
import { toEmpireView } from '../empire/present.ts';
import { toWishesView } from '../empire/wishes.ts';
import { routerOf, type RouterDeps } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { hit } from '../http/limits/rate-limit-store.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { RateLimited } from '../kernel/errors.ts';
import { hourMs, isoOf } from '../kernel/time.ts';
import { selectBlocks, selectMessagesAfterOne } from '../messages/queries.ts';
import { toArmyView } from '../military/present.ts';
import type { Services } from '../world/services.ts';

const downloadsPerHour = 3;
const limit = 500;
/** The largest page of a list with a cursor. */
const listedAtOnce = 50;
/** Battles with their rounds are long. */
const battlesAtOnce = 50;
const latest = Number.MAX_SAFE_INTEGER;

/** Yields the items of a list, page by page; the last page is not full. */
async function* readPages<Item>(
  pageSize: number,
  read: (last: Item | undefined) => Promise<Item[]>,
): AsyncGenerator<Item> {
  for (let page: Item[] = await read(undefined); ; page = await read(page.at(-1))) {
    yield* page;
    if (page.length < pageSize) return;
  }
}

async function* writeList(items: List): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield ']';
}

async function* readOn<Item>(
  read: (before: string | undefined) => Promise<{ items: readonly Item[]; next: string | null }>,
): AsyncGenerator<Item> {
  let before: string | undefined;
  do {
    const { items, next } = await read(before);
    yield* items;
    before = next ?? undefined;
  } while (before !== undefined);
}

type List = AsyncIterable<object> | readonly object[];
type Lists = Record<string, List>;

function listsOf({ pool }: Services, userId: string): Lists {
  return {
    messages: readPages(limit, (last: ServerMessage | undefined) =>
      selectMessagesAfterOne(pool, userId, { after: last ?? null, limit }),
    ),
    alliance_messages: readPages(limit, (last: OwnAllianceMessage | undefined) =>
      selectOwnMessages(pool, userId, { after: last ?? null, limit }),
    ),
    blocks: readOn(async (before) => {
      const { blocks, next } = await selectBlocks(pool, userId, { before, limit: listedAtOnce });
      return { items: blocks, next };
    }),
  };
}

function empireListsOf({ pool, clock, settings }: Services, empireId: string, userId: string): Lists {
  const battlesBefore = (last: { number: number } | undefined) =>
    selectBattlesBefore(pool, empireId, { before: last?.number ?? latest, limit: battlesAtOnce });
  const battles = async function* (): AsyncGenerator<object> {
    for await (const row of readPages(battlesAtOnce, battlesBefore)) {
      yield toBattleView(row, userId, { now: clock.now(), speed: settings.speed });
    }
  };
  return {
    candidacies: readOn(async (before) => {
      const page = await selectCandidacies(pool, empireId, { before, limit: listedAtOnce });
      return { items: page.candidacies, next: page.next };
    }),
    battles: battles(),
    events: readPages(limit, async (last: { number: number } | undefined) => {
      const { events } = await readEventLog(pool, empireId, { after: last?.number ?? 0, limit });
      return events;
    }),
    ledger: readPages(limit, async (last: { number: number } | undefined) => {
      const { entries } = await readLedger(pool, empireId, { before: last?.number ?? latest, limit });
      return entries;
    }),
  };
}

const noLists: Lists = { candidacies: [], battles: [], events: [], ledger: [] };

/** Everything except the lists of unlimited length. */
async function readHead(account: AccountDeps, services: Services, viewer: Viewer): Promise<object> {
  const { pool, clock } = services;
  const { empireId, userId } = viewer;
  const [{ sessions }, tokens, pending, addresses, alarms, state] = await Promise.all([
    listSessions(account, viewer),
    selectTokens(pool, userId, clock.now()),
    selectPendingEmail(pool, userId, clock.now()),
    selectLoginAddresses(pool, userId),
    selectAlarmSettings(pool, userId),
    empireId === null ? null : services.readEmpire('empire', empireId),
  ]);
  const { kinds, shows_names, mail, devices, wake } = alarms;
  return {
    created_at: isoOf(clock.now()),
    account: toProfile(viewer),
    pending_email: pending?.email ?? null,
    sessions,
    tokens,
    login_networks: addresses.map(({ address_hash: hash, last_login }) => ({
      hash,
      last_login: last_login.toISOString(),
    })),
    alarms: { kinds, shows_names, mail, devices: devices.map(toDevice), wake: toWakeView(wake) },
    empire: state === null ? null : toEmpireView(state, true),
    armies: state?.empire.armies.map((army) => toArmyView(state.empire, army, state.now, true)) ?? [],
    wishes: state === null ? null : toWishesView(state.empire, state.world.speed),
  };
}

async function* writeDownload(
  head: object,
  services: Services,
  { userId, empireId }: Viewer,
): AsyncGenerator<string> {
  const empireLists = empireId === null ? noLists : empireListsOf(services, empireId, userId);
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, items] of Object.entries({ ...listsOf(services, userId), ...empireLists })) {
    yield `,\n"${name}":`;
    yield* writeList(items);
  }
  yield '}\n';
}

const endpoint = endpointsOf<Services>('account');

export function createDownloadRouter(account: AccountDeps, deps: RouterDeps): Router {
  return routerOf([
    endpoint.get('/api/user/data', {
      needsLogin: true,
      summary: 'Download your account, your empire and your messages',
      description:
        'A file of JSON, 3 times an hour. It is sent in pieces while it is read, so it is no snapshot.',
      response: download,
      run: async ({ viewer, response, services }) => {
        const waitMs = await hit(services.pool, `data:${viewer.userId}`, downloadsPerHour, hourMs);
        if (waitMs !== null) throw new RateLimited(`${downloadsPerHour} downloads an hour`, waitMs);
        const head = await readHead(account, services, viewer);
        account.security.record('data_downloaded', response, viewer.userId, {});
        return Readable.from(writeDownload(head, services, viewer));
      },
    }),
  ])(deps);
}
