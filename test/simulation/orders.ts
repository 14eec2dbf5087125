/** What players order, and how often a seed orders what. */
import { buildingTypes, unitTypes } from '../../src/contract/vocabulary.ts';
import { writeToAlliance } from '../../src/alliance/chat.ts';
import { apply, dissolve, invite, removeCandidate } from '../../src/alliance/operations.ts';
import { acceptMember, changeRole, foundAlliance, removeMember } from '../../src/alliance/membership.ts';
import { attack } from '../../src/battle/operations.ts';
import { build, renameCity, train } from '../../src/city/operations.ts';
import { takeLeave } from '../../src/empire/leave.ts';
import { addWish, replaceWishes } from '../../src/empire/wishes.ts';
import { noUnits } from '../../src/game/counts.ts';
import { block, markRead, sendMessage } from '../../src/messages/operations.ts';
import { guard, merge, move, recall, split } from '../../src/military/operations.ts';
import type { Context } from '../../src/world/services.ts';
import { the } from '../support/worlds.ts';
import { idOf } from '../world/stage.ts';
import type { Draw } from '../wire/draw.ts';
import type { Player } from './players.ts';

export type Operation = (context: Context) => Promise<unknown>;

export interface Order {
  player: Player;
  words: string;
  operation: Operation;
  /** The text of a message, which no other message has. */
  text?: string;
  /** The alliance in whose chat the text stands. */
  chatOf?: string;
  /** Whether the request has no key, so that it cannot be repeated. */
  isKeyless?: boolean;
}

/** What the players have told each other. */
export interface Known {
  alliances: { id: string; leader: Player }[];
  /** The player accepts an invitation; the leader accepts an application. */
  candidates: { allianceId: string; leader: Player; player: Player; isInvited: boolean }[];
  threads: { id: string; reader: Player }[];
  members: { allianceId: string; leader: Player; player: Player }[];
  /** The number of seats that they attack. */
  seats: number;
}

/** The alliance of the first players, if they have one. All others are candidates for it. */
export function knownAtFirst([leader, ...others]: readonly Player[], seats: number): Known {
  const known: Known = { alliances: [], candidates: [], threads: [], members: [], seats };
  const allianceId = leader?.empire.membership?.allianceId;
  if (leader === undefined || allianceId === undefined) return known;
  known.alliances.push({ id: allianceId, leader });
  for (const [index, player] of others.entries()) {
    if (player.empire.membership !== null) known.members.push({ allianceId, leader, player });
    else known.candidates.push({ allianceId, leader, player, isInvited: index % 2 === 0 });
  }
  return known;
}

interface Drawing {
  player: Player;
  other: Player;
  known: Known;
  draw: Draw;
}

const cityOf = ({ empire }: Player): string => empire.cities[0]?.id ?? '';
const armyOf = ({ player, draw }: Drawing): string => draw.pick(player.armyIds);

type Drawn = Omit<Order, 'player'> & { player?: Player };

const order = (words: string, operation: Operation): Drawn => ({ words, operation });

const groups: Record<string, Record<string, (drawing: Drawing) => Drawn>> = {
  city: {
    build: ({ player, draw }) => {
      const [type, quantity] = [draw.pick(buildingTypes), draw.integer(1, 3)];
      return order(`build ${quantity} ${type}`, (context) =>
        build(context, cityOf(player), { type, quantity }),
      );
    },
    train: ({ player, draw }) => {
      const [unit_type, quantity] = [draw.pick(unitTypes), draw.integer(1, 4)];
      return order(`train ${quantity} ${unit_type}`, (context) =>
        train(context, cityOf(player), { unit_type, quantity }),
      );
    },
    rename: ({ player, draw }) => {
      const name = `City ${draw.integer(1, 5)}`;
      return order('rename the city', (context) => renameCity(context, cityOf(player), { name }));
    },
    wish: ({ player, draw }) => {
      const wish = { cityId: cityOf(player), type: draw.pick(buildingTypes) };
      return order(`wish for a ${wish.type}`, (context) => addWish(context, wish));
    },
    wishes: ({ player, draw }) => {
      const city_id = cityOf(player);
      const wishes = [
        { city_id, unit_type: draw.pick(unitTypes), quantity: draw.integer(1, 5) },
        { city_id, type: draw.pick(buildingTypes) },
      ];
      return order('replace the wishes', (context) => replaceWishes(context, player.empire.id, { wishes }));
    },
    leave: ({ player }) => order('order a leave', (context) => takeLeave(context, player.empire.id, 2)),
  },
  armies: {
    attack: (drawing) => {
      const { other, draw } = drawing;
      const army_id = armyOf(drawing);
      const [target_type, target_id] = draw.isOneIn(4)
        ? (['army', other.empire.armies[0]?.id ?? ''] as const)
        : (['city', cityOf(other)] as const);
      return order(`attack the ${target_type} of ${other.empire.name}`, (context) =>
        attack(context, { army_id, target_type, target_id }),
      );
    },
    move: (drawing) => {
      const { player, draw } = drawing;
      const [armyId, home] = [armyOf(drawing), player.empire.cities[0]];
      const destination = draw.isOneIn(2)
        ? { x: home?.x ?? 0, y: home?.y ?? 0 }
        : { x: draw.integer(-5, 12), y: draw.integer(-5, 5) };
      return order(`move an army to ${destination.x}/${destination.y}`, (context) =>
        move(context, armyId, { destination }),
      );
    },
    recall: (drawing) => {
      const armyId = armyOf(drawing);
      return order('recall an army', (context) => recall(context, armyId));
    },
    split: (drawing) => {
      const { player, draw } = drawing;
      const [armyId, units] = [armyOf(drawing), { ...noUnits(), soldiers: draw.integer(1, 5) }];
      return order('split an army', async (context) => {
        const answer = await split(context, armyId, { units });
        player.armyIds.push(answer.army.id);
        return answer;
      });
    },
    merge: (drawing) => {
      const [armyId, army_id] = [armyOf(drawing), armyOf(drawing)];
      return order('merge two armies', (context) => merge(context, armyId, { army_id }));
    },
  },
  seats: {
    seize: (drawing) => {
      const [army_id, number] = [armyOf(drawing), drawing.draw.integer(0, drawing.known.seats - 1)];
      const body = { army_id, target_type: 'seat' as const, target_id: idOf(`seat ${number}`) };
      return order(`attack seat ${number}`, (context) => attack(context, body));
    },
  },
  alliances: {
    found: (drawing) => {
      const { player, known, draw } = drawing;
      if (known.alliances.length > 0 && !draw.isOneIn(4)) return orderOf('decide', drawing);
      const number = draw.isOneIn(5) ? 2 : 1;
      const body = { name: `Alliance ${number}`, tag: `A${number}` };
      return order(`found alliance ${number}`, async (context) => {
        const answer = await foundAlliance(context, body);
        known.alliances.push({ id: answer.alliance.id, leader: player });
        return answer;
      });
    },
    candidate: (drawing) => {
      const { known, draw } = drawing;
      if (known.alliances.length === 0) return orderOf('found', drawing);
      const { id: allianceId, leader } = draw.pick(known.alliances);
      const player = drawing.player === leader ? drawing.other : drawing.player;
      const empireId = player.empire.id;
      const isInvited = draw.isOneIn(2);
      return {
        player: isInvited ? leader : player,
        words: `${isInvited ? 'invite' : 'application of'} ${player.empire.name}`,
        operation: async (context) => {
          const answer = isInvited
            ? await invite(context, { allianceId, empireId })
            : await apply(context, allianceId);
          known.candidates.push({ allianceId, player, leader, isInvited });
          return answer;
        },
      };
    },
    decide: (drawing) => {
      const { known, draw } = drawing;
      const candidate = draw.isOneIn(3) ? known.candidates.at(-1) : known.candidates.shift();
      if (candidate === undefined) return orderOf('candidate', drawing);
      const { allianceId, player, leader, isInvited } = candidate;
      const subject = { allianceId, empireId: player.empire.id };
      const isRejected = draw.isOneIn(8);
      return {
        player: isInvited ? player : leader,
        words: `${isRejected ? 'reject' : 'accept'} a candidate`,
        operation: async (context) => {
          if (isRejected) return removeCandidate(context, subject);
          const answer = await acceptMember(context, subject);
          known.members.push(candidate);
          return answer;
        },
      };
    },
    depart: (drawing) => {
      const { known, draw } = drawing;
      if (known.members.length === 0) return orderOf('decide', drawing);
      const { allianceId, leader, player } = draw.pick(known.members);
      const subject = { allianceId, empireId: player.empire.id };
      return {
        player: draw.pick([leader, player]),
        words: `end the membership of ${player.empire.name}`,
        operation: (context) => removeMember(context, subject),
      };
    },
    guard: (drawing) => {
      const { known, draw } = drawing;
      if (known.members.length === 0) return orderOf('decide', drawing);
      const member = draw.pick(known.members);
      const allies = [member.leader, member.player] as const;
      const [player, holder] = draw.isOneIn(2) ? allies : [allies[1], allies[0]];
      const armyId = draw.pick(player.armyIds);
      const target = draw.isOneIn(4)
        ? { target_type: 'seat' as const, target_id: idOf(`seat ${draw.integer(0, known.seats - 1)}`) }
        : { target_type: 'city' as const, target_id: cityOf(holder) };
      return {
        player,
        words: `guard a ${target.target_type} of ${holder.empire.name}`,
        operation: (context) => guard(context, armyId, target),
      };
    },
    role: (drawing) => {
      const { known, draw } = drawing;
      if (known.members.length === 0) return orderOf('decide', drawing);
      const { allianceId, leader, player } = draw.pick(known.members);
      const subject = {
        ...{ allianceId, empireId: player.empire.id },
        role: draw.pick(['leader', 'officer', 'officer', 'member'] as const),
      };
      return {
        player: leader,
        words: `make ${player.empire.name} ${subject.role}`,
        operation: (context) => changeRole(context, subject),
      };
    },
    dissolve: (drawing) => {
      const { known, draw } = drawing;
      if (known.alliances.length === 0) return orderOf('found', drawing);
      const { id, leader } = draw.pick(known.alliances);
      return {
        player: leader,
        words: 'dissolve an alliance',
        operation: (context) => dissolve(context, id),
      };
    },
  },
  messages: {
    send: ({ player, other, known, draw }) => {
      const [text, isKeyless] = [`text ${draw.fraction}`, draw.isOneIn(3)];
      return {
        ...{ text, isKeyless },
        words: `write to ${other.empire.name}${isKeyless ? ' without a key' : ''}`,
        operation: async (context) => {
          const answer = await sendMessage(context, { userId: other.empire.ownerId }, text);
          known.threads.push(
            { id: answer.thread_id, reader: other },
            { id: answer.thread_id, reader: player },
          );
          return answer;
        },
      };
    },
    chat: (drawing) => {
      const { known, draw } = drawing;
      if (known.alliances.length === 0) return orderOf('send', drawing);
      const { id: allianceId } = draw.pick(known.alliances);
      const text = `text ${draw.fraction}`;
      return {
        ...{ text, chatOf: allianceId },
        ...order('write to an alliance', (context) => writeToAlliance(context, { allianceId, text })),
      };
    },
    read: (drawing) => {
      const { known, draw } = drawing;
      if (known.threads.length === 0) return orderOf('send', drawing);
      const { id: threadId, reader } = draw.pick(known.threads);
      const number = draw.integer(1, 3);
      return {
        player: reader,
        words: 'mark messages as read',
        operation: (context) => markRead(context, { threadId, number }),
      };
    },
    block: ({ other }) =>
      order(`block ${other.empire.name}`, (context) => block(context, other.empire.ownerId)),
  },
};

/** How much more often than others: some concern the most empires, some spoil many others. */
const factors: Record<string, number> = { attack: 4, leave: 1 / 8, block: 1 / 8, dissolve: 1 / 8 };

const all = Object.assign({}, ...Object.values(groups)) as (typeof groups)[string];

const orderOf = (kind: string, drawing: Drawing): Drawn => the(all[kind])(drawing);

/** The kinds of orders of a seed: each group is left out, rare or frequent. */
export function drawKinds(draw: Draw): string[] {
  const drawn = Object.values(groups).flatMap((group) => {
    const weight = draw.pick([0, 1, 2, 8]);
    return Object.keys(group).flatMap((kind, _, { length }) => {
      const count = Math.ceil((8 * weight * draw.integer(1, 4)) / length);
      return Array<string>(Math.ceil(count * (factors[kind] ?? 1))).fill(kind);
    });
  });
  return drawn.length > 0 ? drawn : Object.keys(all);
}

/** An order of a random player. */
export function drawOrder(kind: string, players: readonly Player[], known: Known, draw: Draw): Order {
  const player = draw.pick(players);
  const other = draw.pick(players.filter((each) => each !== player));
  return { player, ...orderOf(kind, { player, other, known, draw }) };
}
