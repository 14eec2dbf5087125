/**
 * Two requests at the same time, on two instances, in every order of their round trips: the outcomes are those that
 * each case lists, and the stored world is always that of the pure core.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { acceptMember, changeRole, foundAlliance, removeMember } from '../../src/alliance/membership.ts';
import { apply, dissolve, invite } from '../../src/alliance/operations.ts';
import { attack } from '../../src/battle/operations.ts';
import { build } from '../../src/city/operations.ts';
import { systemUserId } from '../../src/db/names.ts';
import { takeLeave } from '../../src/empire/leave.ts';
import { newKeeper } from '../../src/game/contact/seats.ts';
import type { Empire } from '../../src/game/types.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { block, markRead, sendMessage } from '../../src/messages/operations.ts';
import { move } from '../../src/military/operations.ts';
import type { Context } from '../../src/world/services.ts';
import { isFull } from '../support/campaign.ts';
import { hasLayers } from '../support/layers.ts';
import { cityOf, dayMs, hourMs, makeWorld, t0, the } from '../support/worlds.ts';
import { playEveryOrder, type Race, type Request } from '../wire/every-order.ts';
import { openPlayground, type Playground } from '../wire/playground.ts';
import { empireState, idOf } from './stage.ts';

vi.mock('../../src/world/attempt.ts', async (load) =>
  (await import('../wire/recording.ts')).recordWritePath(load),
);
// The second member takes the last place.
vi.mock('../../src/game/diplomacy/alliances.ts', async (load) => ({
  ...(await load<object>()),
  maxMembers: 2,
}));

let playground: Playground;
beforeAll(async () => {
  playground = await openPlayground();
});
afterAll(() => playground.close());

const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((name, n) =>
  empireState(name, { at: { x: 0, y: 10 * n } }),
) as [Empire, Empire, Empire];
const [owls, cats] = [idOf('owls'), idOf('cats')];

/** The world of Ann, Bob, Cat and others. The first member of each alliance leads it. */
function worldOf(alliances: Record<string, readonly Empire[]> = {}, others: readonly Empire[] = []) {
  const empires = [ann, bob, cat, ...others].map((empire): Empire => {
    const [allianceId, members] = Object.entries(alliances).find(([, list]) => list.includes(empire)) ?? [];
    if (allianceId === undefined || members === undefined) return structuredClone(empire);
    const joinedAt = t0 - dayMs;
    const role = members[0] === empire ? 'leader' : 'member';
    const tag = allianceId === owls ? 'OWL' : 'CAT';
    return {
      ...structuredClone(empire),
      membership: { allianceId, tag, role, joinedAt, roleSince: joinedAt, dissolvedAt: null },
    };
  });
  return makeWorld(empires);
}

const viewerOf = ({ id, ownerId }: Empire) => ({ userId: ownerId, empireId: id, mutedUntil: null });

/** A request of an empire. Its outcome is `done`, the text that the operation resolves with, or the code of a refusal. */
const by =
  (empire: Empire, operation: (context: Context) => Promise<unknown>): Request =>
  async ({ services }) => {
    try {
      const words = await operation({ services, viewer: viewerOf(empire) });
      return typeof words === 'string' ? words : 'done';
    } catch (error) {
      return error instanceof GameError ? error.code : String(error);
    }
  };

const applies = (empire: Empire, id: string) => by(empire, (context) => apply(context, id));
const invites = (empire: Empire) =>
  by(ann, (context) => invite(context, { allianceId: owls, empireId: empire.id }));
const accepts = (leader: Empire, allianceId: string, empire: Empire) =>
  by(leader, (context) => acceptMember(context, { allianceId, empireId: empire.id }));
const ends = (sender: Empire, empire: Empire) =>
  by(sender, (context) => removeMember(context, { allianceId: owls, empireId: empire.id }));
const handsOver = by(ann, (context) =>
  changeRole(context, { allianceId: owls, empireId: bob.id, role: 'leader' }),
);
const founds = (empire: Empire, name: string, tag: string) =>
  by(empire, (context) => foundAlliance(context, { name, tag }));
const dissolves = by(ann, (context) => dissolve(context, owls));
const attacks = by(ann, (context) =>
  attack(context, {
    army_id: the(ann.armies[0]).id,
    ...{ target_type: 'city', target_id: cityOf(bob).id },
  }),
);
const marches = by(ann, (context) => move(context, the(ann.armies[0]).id, { destination: { x: 0, y: 5 } }));
const builds = by(ann, (context) => build(context, cityOf(ann).id, { type: 'farm', quantity: 1 }));
const leaves = by(ann, (context) => takeLeave(context, ann.id, 2));

const seat = { id: idOf('seat'), number: 0, x: 5, y: 5, heldSince: null };
const keeper = newKeeper(seat, { id: idOf('keeper'), ownerId: systemUserId }, t0 - dayMs);
/** Ann's army beats the keeper. */
const worldWithSeat = worldOf({}, [keeper]);
the(worldWithSeat.empires.get(ann.id)?.armies[0]).units.soldiers = 200;
const seizes = (empire: Empire) =>
  by(empire, (context) =>
    attack(context, { army_id: the(empire.armies[0]).id, target_type: 'seat', target_id: seat.id }),
  );

/** The thread of Ann and Bob. */
let threadId = '';
const writes = (author: Empire, reader: Empire) =>
  by(author, async (context) => {
    const { thread_id, message } = await sendMessage(context, { userId: reader.ownerId }, 'Hoot');
    threadId = thread_id;
    return `message ${message.number}`;
  });
const reads = by(bob, (context) => markRead(context, { threadId, number: 1 }));
const blocks = by(bob, (context) => block(context, ann.ownerId));

const wait: Request = ({ services }) => services.clock.machine.delay(hourMs);
/** The clock applies what is due. */
const catchUp: Request = async ({ worldClock }) => {
  await worldClock.catchUp();
  return 'done';
};
const hoursPass: Request = async (instance) => {
  await wait(instance);
  return catchUp(instance);
};

interface Case extends Race {
  name: string;
  /** Every pair of outcomes, in the order of the requests; each must occur. */
  outcomes: string[];
}

const cases: Case[] = [
  {
    name: 'an empire orders twice',
    world: worldOf(),
    requests: [builds, builds],
    outcomes: ['done, done'],
    isPiecewise: true,
  },
  {
    name: 'an empire orders while the clock completes a level',
    world: worldOf(),
    before: [builds, wait],
    requests: [catchUp, builds],
    outcomes: ['done, done'],
  },
  {
    name: 'two empires take the last place',
    world: worldOf({ [owls]: [ann] }),
    before: [applies(bob, owls), applies(cat, owls)],
    isPiecewise: true,
    requests: [accepts(ann, owls, bob), accepts(ann, owls, cat)],
    outcomes: ['done, ALLIANCE_FULL', 'ALLIANCE_FULL, done'],
  },
  {
    name: 'two alliances accept an empire',
    world: worldOf({ [owls]: [ann], [cats]: [bob] }),
    before: [applies(cat, owls), applies(cat, cats)],
    requests: [accepts(ann, owls, cat), accepts(bob, cats, cat)],
    outcomes: ['done, NOT_FOUND', 'NOT_FOUND, done'],
  },
  {
    name: 'the leader hands over and leaves',
    world: worldOf({ [owls]: [ann, bob] }),
    requests: [handsOver, ends(ann, ann)],
    outcomes: ['done, done', 'FORBIDDEN, done'],
  },
  {
    name: 'the leader hands over, and the member leaves',
    world: worldOf({ [owls]: [ann, bob] }),
    requests: [handsOver, ends(bob, bob)],
    outcomes: ['done, done', 'NOT_FOUND, done'],
  },
  {
    name: 'an empire leaves and is expelled',
    world: worldOf({ [owls]: [ann, bob] }),
    requests: [ends(bob, bob), ends(ann, bob)],
    outcomes: ['done, NOT_FOUND', 'FORBIDDEN, done'],
  },
  {
    name: 'an attack is ordered on an empire that joins',
    world: worldOf({ [owls]: [ann] }),
    before: [invites(bob)],
    requests: [attacks, accepts(bob, owls, bob)],
    after: hoursPass,
    outcomes: ['done, done', 'ALLIED, done'],
  },
  {
    name: 'an attack is ordered while the target leaves',
    world: worldOf({ [owls]: [ann, bob] }),
    requests: [attacks, ends(bob, bob)],
    outcomes: ['ALLIED, done'],
  },
  {
    name: 'two alliances are founded with one tag',
    world: worldOf(),
    requests: [founds(ann, 'Owls', 'OWL'), founds(bob, 'Other owls', 'owl')],
    outcomes: ['done, NAME_TAKEN', 'NAME_TAKEN, done'],
  },
  {
    name: 'an empire is accepted while the alliance is dissolved',
    world: worldOf({ [owls]: [ann] }),
    before: [applies(bob, owls)],
    requests: [accepts(ann, owls, bob), dissolves],
    after: hoursPass,
    outcomes: ['done, done', 'NOT_FOUND, done'],
  },
  {
    name: 'a seat is attacked while it changes hands',
    world: worldWithSeat,
    before: [seizes(ann), wait],
    requests: [catchUp, seizes(cat)],
    outcomes: ['done, done'],
    isPiecewise: true,
  },
  {
    name: 'two clocks enter the end of a battle',
    world: worldOf(),
    // The order decides the contact, and leaves the end to the clock.
    before: [attacks, wait, builds],
    requests: [catchUp, catchUp],
    outcomes: ['done, done'],
  },
  {
    name: 'a leave is ordered twice',
    world: worldOf(),
    requests: [leaves, leaves],
    outcomes: ['done, ON_LEAVE', 'ON_LEAVE, done'],
  },
  {
    name: 'a leave is ordered while an army sets out',
    world: worldOf(),
    requests: [leaves, marches],
    after: hoursPass,
    outcomes: ['done, ON_LEAVE', 'done, done'],
  },
  {
    name: 'two players write their first messages to each other',
    world: worldOf(),
    requests: [writes(ann, bob), writes(bob, ann)],
    outcomes: ['message 1, message 2', 'message 2, message 1'],
  },
  {
    name: 'a message is written while the reader marks one as read',
    world: worldOf(),
    before: [writes(ann, bob)],
    requests: [writes(ann, bob), reads],
    outcomes: ['message 2, done'],
  },
  {
    name: 'a message is written while its author is blocked',
    world: worldOf(),
    before: [writes(ann, bob)],
    requests: [writes(ann, bob), blocks],
    outcomes: ['message 2, done'],
  },
];

describe('at the same time', () => {
  it.each(cases)('$name', { timeout: 600_000 }, async (race) => {
    // Single statements have too many orders for all of them.
    const most = race.isPiecewise === true ? 2 : Infinity;
    // By the plain ways, orders with one turn are enough, as in `npm test`.
    const turns = isFull && hasLayers ? most : 1;
    const endings = await playEveryOrder(playground, race, turns);
    expect(endings.flatMap(({ wrong }) => wrong)).toEqual([]);
    const outcomes = new Set(endings.map((ending) => ending.outcomes.join(', ')));
    expect([...outcomes].sort()).toEqual(race.outcomes.toSorted());
  });
});
