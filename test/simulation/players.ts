/** What players do: requests with a session and an idempotency key, as the HTTP layer runs them. */
import { buildingTypes, unitTypes } from '../../src/contract/vocabulary.ts';
import { attack } from '../../src/battle/operations.ts';
import { build, renameCity, train } from '../../src/city/operations.ts';
import { ConnectionLost } from '../../src/db/transaction.ts';
import { takeLeave } from '../../src/empire/leave.ts';
import { addWish, replaceWishes } from '../../src/empire/wishes.ts';
import { noUnits } from '../../src/game/units.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import type { Viewer } from '../../src/http/sessions/viewer.ts';
import { callerOf } from '../../src/idempotency/caller.ts';
import type { IdempotencyKey } from '../../src/idempotency/key.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { merge, move, recall, split } from '../../src/military/operations.ts';
import type { ExecuteCommand } from '../../src/world/execute-command.ts';
import { bindServices, type Services } from '../../src/world/services.ts';
import { idOf } from '../world/stage.ts';
import type { Draw } from './history.ts';
import type { Instance } from './instance.ts';
import type { CommittedCommand } from './oracles.ts';
import { tokenOf } from './playground.ts';

export interface Player {
  empire: Empire;
  token: string;
  /** Armies that it has heard of. */
  armyIds: string[];
  /** The number of the last announced change of its empire that it has an answer to. */
  knownSeq: number;
}

export type Operation = (services: Services, viewer: Viewer) => Promise<unknown>;

/** What the player knows of a request. `failed`: it certainly had no effect. */
export type RequestState = 'waiting' | 'acknowledged' | 'refused' | 'failed' | 'unknown';

export interface Request {
  number: number;
  words: string;
  player: Player;
  operation: Operation;
  instance: Instance;
  key: IdempotencyKey;
  state: RequestState;
  answer: string;
}

export function makePlayers(world: WorldSlice): Player[] {
  return [...world.empires.values()]
    .filter(({ kind }) => kind === 'player')
    .map((empire) => ({
      empire,
      token: tokenOf(empire.ownerId),
      armyIds: empire.armies.map(({ id }) => id),
      knownSeq: 0,
    }));
}

/** Sends a request, or repeats it with its key. Never rejects. */
export async function send(request: Request, onCommand: (command: CommittedCommand) => void): Promise<void> {
  const { instance, player, key, operation } = request;
  request.state = 'waiting';
  const settle = (state: RequestState, answer: string): void => {
    // The answer of an instance that is gone is lost.
    if (request.instance === instance && !instance.isGone) Object.assign(request, { state, answer });
  };
  try {
    const viewer = await instance.sessions.find(player.token);
    if (viewer === null) throw new GameError('AUTH_REQUIRED');
    const services = recordCommands(request, instance.services, onCommand);
    const answer = await instance.withIdempotency(key, () =>
      operation(bindServices(services, callerOf(viewer, key)), viewer),
    );
    settle('acknowledged', answer);
  } catch (error) {
    if (error instanceof GameError) settle('refused', error.code);
    else if (error instanceof ConnectionLost && error.code !== '08007') settle('failed', error.code);
    else settle('unknown', String(error));
  }
}

/** The services, but each command that runs is recorded with what it was given. */
function recordCommands(
  request: Request,
  services: Services,
  onCommand: (command: CommittedCommand) => void,
): Services {
  const executeCommand: ExecuteCommand = (empireId, command, caller) =>
    services.executeCommand(
      empireId,
      (scope) => {
        const ids: string[] = [];
        const newId = (): string => {
          const id = scope.newId();
          ids.push(id);
          return id;
        };
        const answer = command({ ...scope, newId });
        const { now: at, empire } = scope;
        onCommand({ ...{ request, empireId, at, ids, command }, saved: empire });
        return answer;
      },
      caller,
    );
  return { ...services, executeCommand };
}

interface Order {
  words: string;
  operation: Operation;
}

const orders: Record<string, (player: Player, others: readonly Player[], draw: Draw) => Order> = {
  build: ({ empire }, _, draw) => {
    const [type, quantity] = [draw.pick(buildingTypes), draw.integer(1, 3)];
    const cityId = empire.cities[0]?.id ?? '';
    return {
      words: `build ${quantity} ${type}`,
      operation: (services, viewer) => build(services, viewer.empireId, cityId, { type, quantity }),
    };
  },
  train: ({ empire }, _, draw) => {
    const [unit_type, quantity] = [draw.pick(unitTypes), draw.integer(1, 4)];
    const cityId = empire.cities[0]?.id ?? '';
    return {
      words: `train ${quantity} ${unit_type}`,
      operation: (services, viewer) => train(services, viewer.empireId, cityId, { unit_type, quantity }),
    };
  },
  rename: ({ empire }, _, draw) => {
    const name = `City ${draw.integer(1, 5)}`;
    return {
      words: `rename the city`,
      operation: (services, viewer) => renameCity(services, viewer, empire.cities[0]?.id ?? '', { name }),
    };
  },
  attack: ({ armyIds }, others, draw) => {
    const target = draw.pick(others).empire;
    const army_id = draw.pick(armyIds);
    const [target_type, target_id] = draw.isOneIn(4)
      ? (['army', target.armies[0]?.id ?? ''] as const)
      : (['city', target.cities[0]?.id ?? ''] as const);
    return {
      words: `attack the ${target_type} of ${target.name}`,
      operation: (services, viewer) => attack(services, viewer.empireId, { army_id, target_type, target_id }),
    };
  },
  seize: ({ armyIds }, _, draw) => {
    const [army_id, number] = [draw.pick(armyIds), draw.integer(0, 2)];
    const body = { army_id, target_type: 'seat' as const, target_id: idOf(`seat ${number}`) };
    return {
      words: `attack seat ${number}`,
      operation: (services, viewer) => attack(services, viewer.empireId, body),
    };
  },
  move: ({ armyIds, empire }, _, draw) => {
    const [armyId, home] = [draw.pick(armyIds), empire.cities[0]];
    const destination = draw.isOneIn(2)
      ? { x: home?.x ?? 0, y: home?.y ?? 0 }
      : { x: draw.integer(-5, 12), y: draw.integer(-5, 5) };
    return {
      words: `move an army to ${destination.x}/${destination.y}`,
      operation: (services, viewer) => move(services, viewer.empireId, armyId, { destination }),
    };
  },
  recall: ({ armyIds }, _, draw) => {
    const armyId = draw.pick(armyIds);
    return {
      words: 'recall an army',
      operation: (services, viewer) => recall(services, viewer.empireId, armyId),
    };
  },
  split: (player, _, draw) => {
    const [armyId, units] = [draw.pick(player.armyIds), { ...noUnits(), soldiers: draw.integer(1, 5) }];
    return {
      words: 'split an army',
      operation: async (services, viewer) => {
        const answer = await split(services, viewer, armyId, { units });
        player.armyIds.push(answer.army.id);
        return answer;
      },
    };
  },
  merge: ({ armyIds }, _, draw) => {
    const [armyId, other] = [draw.pick(armyIds), draw.pick(armyIds)];
    return {
      words: 'merge two armies',
      operation: (services, viewer) => merge(services, viewer.empireId, armyId, { army_id: other }),
    };
  },
  leave: ({ empire }) => ({
    words: 'order a leave',
    operation: (services, viewer) => takeLeave(services, viewer.empireId, empire.id, 2),
  }),
  wish: ({ empire }, _, draw) => {
    const wish = { cityId: empire.cities[0]?.id ?? '', type: draw.pick(buildingTypes) };
    return {
      words: `wish for a ${wish.type}`,
      operation: (services, viewer) => addWish(services, viewer.empireId, wish),
    };
  },
  wishes: ({ empire }, _, draw) => {
    const city_id = empire.cities[0]?.id ?? '';
    const wishes = [
      { city_id, unit_type: draw.pick(unitTypes), quantity: draw.integer(1, 5) },
      { city_id, type: draw.pick(buildingTypes) },
    ];
    return {
      words: 'replace the wishes',
      operation: (services, viewer) => replaceWishes(services, viewer.empireId, empire.id, { wishes }),
    };
  },
};

/** The kinds of orders that a seed prefers: each appears 1 to 5 times. */
export function drawKinds(draw: Draw): string[] {
  return Object.keys(orders).flatMap((kind) => Array<string>(draw.integer(1, 5)).fill(kind));
}

export function drawOrder(kind: string, player: Player, players: readonly Player[], draw: Draw): Order {
  const drawn = orders[kind]?.(
    player,
    players.filter((other) => other !== player),
    draw,
  );
  if (drawn === undefined) throw new Error(`there is no order ${kind}`);
  return drawn;
}
