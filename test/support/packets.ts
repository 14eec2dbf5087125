/** Random packets of Socket.IO and bytes of WebSocket, most of them valid, for tests of what a client may send. */
import type { Ruler } from './game.ts';
import { frame } from './sockets.ts';

/** Reproducible random integers from 0 to `below` - 1. */
export function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Dice = ReturnType<typeof createDice>;

/** The players whose ids appear in packets. */
export interface Ids {
  own: Pick<Ruler, 'empireId' | 'armyId'>;
  other: Pick<Ruler, 'empireId' | 'capitalId'>;
}

const names = [
  'join_empire',
  'leave_empire',
  'request_update',
  'error',
  'connect',
  'message',
  '__proto__',
  '',
];

function rollText(dice: Dice): string {
  return Array.from({ length: dice(40) }, () =>
    String.fromCodePoint(dice(20) === 0 ? dice(0xd800) : dice(128)),
  ).join('');
}

function rollValue(dice: Dice, ids: Ids, depth = 0): unknown {
  const kinds: (() => unknown)[] = [
    () => null,
    () => dice(2) === 0,
    () => dice(2 ** 31) - 2 ** 30,
    () => rollText(dice),
    () => ids.other.empireId,
    () => Array.from({ length: dice(5) }, () => (depth > 4 ? 0 : rollValue(dice, ids, depth + 1))),
    () => ({
      [['empire_id', 'id', 'type', '_placeholder', 'num', 'constructor'][dice(6)] ?? 'x']:
        depth > 4 ? 0 : rollValue(dice, ids, depth + 1),
      type: ['empire', 'city', 'battle', 'army'][dice(4)],
      id: [ids.own.empireId, ids.other.capitalId, ids.own.armyId][dice(3)],
      empire_id: [ids.own.empireId, ids.other.empireId, 'x'][dice(3)],
    }),
  ];
  return kinds[dice(kinds.length)]?.();
}

/** A valid Socket.IO packet, or a malformed one. */
function rollPacket(dice: Dice, ids: Ids): string {
  const name = names[dice(names.length)] ?? '';
  const sent = [name, ...Array.from({ length: dice(4) }, () => rollValue(dice, ids))];
  const id = dice(2) === 0 ? '' : String(dice(1_000));
  if (dice(4) > 0) return `42${id}${JSON.stringify(sent)}`;
  const kinds = [
    () => `42${id}${JSON.stringify(rollValue(dice, ids))}`,
    () => `43${id}${JSON.stringify(sent)}`,
    () => `45${dice(12)}-${id}${JSON.stringify(sent)}`,
    () => `4${dice(10)}${rollText(dice)}`,
    () => `${dice(10)}${rollText(dice)}`,
    () => rollText(dice),
    () => `42/${rollText(dice)},${id}${JSON.stringify(sent)}`,
    () => `42["request_update",${'['.repeat(7_000)}${']'.repeat(7_000)}]`,
  ];
  return kinds[dice(kinds.length)]?.() ?? '';
}

/** Bytes on the wire: mostly valid frames, sometimes binary frames, odd opcodes and raw bytes. */
function rollBytes(dice: Dice, ids: Ids): Buffer {
  const bytes = (): Buffer => Buffer.from(Array.from({ length: dice(60) }, () => dice(256)));
  switch (dice(25)) {
    case 0:
      return bytes();
    case 1:
      return frame(bytes(), dice(16));
    case 2:
      return frame(bytes(), 2);
    default:
      return frame(rollPacket(dice, ids));
  }
}

/** Returns a function that rolls the next bytes. */
export function createPackets(dice: Dice, ids: Ids): () => Buffer {
  return () => rollBytes(dice, ids);
}
