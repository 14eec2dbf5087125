/** Commands that repair violations. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { count, moment as momentColumn } from '../db/columns.ts';
import { selectOne, selectOptional, statement, type Db } from '../db/pool.ts';
import { isoOf } from '../kernel/time.ts';
import { GameError } from '../kernel/errors.ts';
import { commandOf } from '../kernel/installation.ts';
import { nextDueAt } from '../game/advance.ts';
import { insertDueEmpires } from '../world/rows/due-empires.ts';
import { enterCorrection } from '../world/ledger/ledger.ts';
import { adminTimeoutMs as timeoutMs, change } from '../world/change.ts';
import { readLateWork } from '../world/late-work.ts';
import { fromEmpire } from '../world/rows/row-conversion.ts';
import { empireRow, type EmpireRow } from '../world/rows/rows.ts';
import { commandsAbout, defineCommand, Refusal, UsageError } from './command.ts';
import { callOffAndReturn } from './empires/delete.ts';
import {
  describeBattles,
  findEmpire,
  selectUndecidedBattles,
  type EmpireSummary,
  type UndecidedBattle,
} from './empires/queries.ts';
import { asId } from './options.ts';
import { keyValues, momentText, table } from './tables.ts';

/** A repair is no measure against the owner: no empire is exempt. */
const defineRepair = commandsAbout(findEmpire, () => ({ id: null, role: null }));

/** Broken rows may fail a repair as they fail the due work. */
async function refuseFailures<T>(repair: Promise<T>): Promise<T> {
  return repair.catch((error: unknown) => {
    if (error instanceof Refusal || error instanceof GameError || !(error instanceof Error)) throw error;
    throw new Refusal(`The repair failed, and changed nothing: ${error.message}.`);
  });
}

const listLateWork = defineCommand('repair list', {
  summary:
    'Lists due work that is more than 10 s late, and why it fails. Each piece is tried in a transaction that is rolled back.',
  examples: ['repair list'],
  run: async ({ openWorld }) => {
    const late = await readLateWork(await openWorld());
    const text = table(late, {
      kind: ({ kind }) => kind,
      id: ({ id }) => id,
      name: ({ name }) => name,
      'due (UTC)': ({ at }) => momentText(at),
      fails: ({ reason }) => reason,
    });
    return {
      data: { late: late.map(({ at, ...work }) => ({ ...work, at: isoOf(at) })) },
      text: text || 'No due work is late.',
      isFailure: late.some(({ reason }) => reason !== null),
    };
  },
});

async function findUndecidedBattle(db: Db, text: string): Promise<UndecidedBattle> {
  const id = asId(text);
  if (id === null) throw new UsageError(`"${text}" is not the id of a battle.`);
  const battles = await selectUndecidedBattles(db, id);
  const battle = battles.find((each) => each.id === id);
  if (battle === undefined) throw new Refusal(`There is no undecided battle with the id "${text}".`);
  return battle;
}

function describeDueState(
  { advanced_at, next_due }: EmpireSummary,
  battles: readonly UndecidedBattle[],
): string {
  const state = keyValues([
    ['stored state as of (UTC)', momentText(advanced_at)],
    ['next due (UTC)', momentText(next_due)],
    ['undecided battles', battles.length],
  ]);
  return `${state}\n\n${describeBattles('battle', battles)}`.trimEnd();
}

const advanceEmpireCommand = defineRepair('repair advance <empire>', {
  summary: 'Applies everything that is due for an empire, contacts included, or reports why that fails.',
  examples: ['repair advance Attica'],
  run: async ({ pool, openWorld, auditIn }, empire) => {
    const { id, name } = empire;
    const battles = await selectUndecidedBattles(pool, id);
    const before = { advanced_at: isoOf(empire.advanced_at), next_due: textOf(empire.next_due) };
    const deps = await openWorld();
    try {
      await change(deps, { empireIds: [id], timeoutMs }, ([{ world, empire: advanced }], tx) => {
        const nextDue = textOf(nextDueAt(advanced, world.speed));
        const after = { advanced_at: isoOf(advanced.advancedAt), next_due: nextDue };
        auditIn(tx, `${name} (${id})`, { before, after });
      });
    } catch (error) {
      const advice = [
        ...battles.map((battle) => `${commandOf('admin')} repair call-off ${battle.id}`),
        `${commandOf('admin')} repair recompute ${id}`,
      ];
      const reason = error instanceof Error ? error.message : String(error);
      return {
        data: { id, name, advanced: false, reason, before, undecided_battles: battles, advice },
        text: `Applying the due work of ${name} failed: ${reason}.\n\n${describeDueState(empire, battles)}\n\nTry these commands in this order:\n  ${advice.join('\n  ')}`,
        isFailure: true,
      };
    }
    const after = await findEmpire(pool, id);
    const remaining = await selectUndecidedBattles(pool, id);
    return {
      data: {
        id,
        name,
        advanced: true,
        before,
        advanced_at: isoOf(after.advanced_at),
        next_due: textOf(after.next_due),
      },
      text: `${name} is up to date.\n\n${describeDueState(after, remaining)}`,
    };
  },
});

const textOf = (moment: number | null): string | null => (moment === null ? null : isoOf(moment));

const callOffBattle = defineCommand('repair call-off <battle>', {
  summary:
    'Calls off an undecided battle without applying due work: the army returns home from its position, and both event logs say that the target is gone.',
  examples: ['repair call-off 3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00'],
  run: async ({ pool, openWorld, auditIn, requirePowerOver }, [battleId = '']) => {
    const battle = await findUndecidedBattle(pool, battleId);
    const { id, attacker, attacker_id: attackerId, defender } = battle;
    for (const party of [attackerId, battle.defender_id]) {
      const { owner_id: ownerId, owner_role: role } = await findEmpire(pool, party);
      requirePowerOver({ id: ownerId, role });
    }
    const options = { empireIds: [attackerId] as const, advances: false, timeoutMs };
    const calledOff = change(await openWorld(), options, ([scope], tx) => {
      if (!callOffAndReturn(scope, id, 'target_gone')) return false;
      const details = { contact_at: isoOf(battle.contact_at) };
      auditIn(tx, `${attacker} against ${defender} (${id})`, details);
      return true;
    });
    const isDone = await refuseFailures(calledOff);
    if (!isDone) throw new Refusal('The battle was decided in the meantime.');
    return {
      data: { id, attacker, defender },
      text: `Called off the attack of ${attacker} on ${defender}.`,
    };
  },
});

const deleteBattleEnd = statement('deleteBattleEnd', {
  sql: 'DELETE FROM battle_ends WHERE battle_id = $1 RETURNING at',
  row: z.strictObject({ at: momentColumn }),
});

const skipEnd = defineCommand('repair skip-end <battle>', {
  summary:
    'Gives up the entries of a battle that is over in both event logs, because its stored outcome cannot be read.',
  examples: ['repair skip-end 3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00'],
  run: async (context, [text = '']) => {
    const id = asId(text);
    if (id === null) throw new UsageError(`"${text}" is not the id of a battle.`);
    await context.change(`battle (${id})`, async (tx) => {
      const end = await selectOptional(tx, deleteBattleEnd, [id]);
      if (end === null) throw new Refusal(`There is no end of a battle with the id "${text}" to enter.`);
      return { at: isoOf(end.at) };
    });
    return { data: { id }, text: 'The end of the battle has no entry in the event logs.' };
  },
});

/** Stored and recomputed values of differing columns. */
type Difference = Partial<Record<keyof EmpireRow, { before: unknown; after: unknown }>>;

const selectEmpireRow = statement('selectEmpireRow', {
  sql: 'SELECT * FROM empires WHERE id = $1',
  row: empireRow,
});

const selectRepairs = statement('selectRepairs', {
  sql: `SELECT (SELECT count(*) FROM due_empires WHERE empire_id = $1) AS due,
     (SELECT count(*) FROM ledger_entries WHERE empire_id = $1 AND cause = 'repair') AS corrections`,
  row: z.strictObject({ due: count, corrections: count }),
});

const recomputeEmpire = defineRepair('repair recompute <empire>', {
  summary:
    'Recomputes the derived columns of an empire and posts missing amounts to its ledger, without applying due work.',
  examples: ['repair recompute Attica'],
  run: async ({ pool, openWorld, auditIn }, { id, name }) => {
    const stored = await selectOptional(pool, selectEmpireRow, [id]);
    const before = await selectOne(pool, selectRepairs, [id]);
    const options = { empireIds: [id] as const, advances: false, timeoutMs };
    const recomputed = change(await openWorld(), options, ([{ world, empire }], tx) => {
      const difference: Difference = {};
      const correct = fromEmpire(empire, world);
      for (const column of derivedColumns) {
        const [was, is] = [stored?.[column], correct[column]];
        if (!isDeepStrictEqual(was, is)) difference[column] = { before: was, after: is };
      }
      const at = nextDueAt(empire, world.speed);
      tx.write(insertDueEmpires, [JSON.stringify(at === null ? [] : [{ at, empire_id: id }])]);
      enterCorrection(tx, id);
      auditIn(tx, `${name} (${id})`, difference);
      return difference;
    });
    const changed = await refuseFailures(recomputed);
    const after = await selectOne(pool, selectRepairs, [id]);
    const isLedgerCorrected = after.corrections > before.corrections;
    const fixed = [
      ...Object.keys(changed),
      ...(after.due > before.due ? ['the next due moment'] : []),
      ...(isLedgerCorrected ? ['the ledger'] : []),
    ];
    const text = fixed.length === 0 ? `${name} was correct.` : `Corrected in ${name}: ${fixed.join(', ')}.`;
    return { data: { id, name, changed, ledger_corrected: isLedgerCorrected }, text };
  },
});

const derivedColumns = [
  'name_key',
  'gold_rate',
  'food_rate',
  'materials_rate',
  'cap',
  'population_used',
  'population',
  'units',
  'economic_score',
  'military_score',
] as const;

export const repairCommands = [listLateWork, advanceEmpireCommand, callOffBattle, skipEnd, recomputeEmpire];
