/**
 * `npm run record:demo`: plays the world of the demo in the pure core, saves it frame by frame with the statements of the
 * server into a database of its own, and backs it up to documents/demo-world.ndjson.gz. Some minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { backUpWorld } from '../../src/admin/world/backup.ts';
import { createPasswords } from '../../src/account/passwords.ts';
import { insertAlliance } from '../../src/alliance/writes.ts';
import { writeToAlliance } from '../../src/alliance/chat.ts';
import { nameOfBot } from '../../src/bots/live/accounts.ts';
import { startEmbedded } from '../../src/db/embedded/embedded-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createPool, execute } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { demoPlayer, demoWorldFile } from '../../src/admin/world/demo.ts';
import { linkEmpireToUser } from '../../src/empire/queries.ts';
import type { Empire } from '../../src/game/types.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { hourMs, minuteMs } from '../../src/kernel/time.ts';
import { endEntriesOf, foundingLogEntry, logEntriesOf } from '../../src/world/log/event-log.ts';
import { fromBattle } from '../../src/world/rows/row-conversion.ts';
import { updateBattles } from '../../src/world/rows/save-statements.ts';
import { save } from '../../src/world/save.ts';
import { ensureWorldSettings, selectWorld } from '../../src/world/settings.ts';
import { alliances, chat } from './names.ts';
import { playWorld, startMs, uuidOf, type Frame } from './play.ts';
import { prepareVisitor } from './visitor.ts';

/** From the opening of the demo to the contact of the visitor's attack. */
const toContactMs = 4 * minuteMs;
/** What the logs and ledgers of all rulers but the visitor keep. */
const keptMs = 8 * hourMs;
const say = (text: string): void => {
  console.log(text);
};

say('playing five days ...');
const ruled: { visitor?: Empire; contactAt: number } = { contactAt: 0 };
const frames = playWorld((world, now, emit) => {
  Object.assign(ruled, prepareVisitor(world, now, emit));
});
const { visitor, contactAt } = ruled;
if (visitor === undefined) throw new Error('the world has no ruler for the visitor');
const { id: visitorId, ownerId: visitorUserId, membership }: Empire = visitor;
const opensAt = contactAt - toContactMs;

const folder = mkdtempSync(join(tmpdir(), 'hegemon-demo-'));
const database = await startEmbedded({ dataDir: folder, log: createLog('warn') });
await migrate(database.url);
const pool = createPool(database.url, 1, createLog('warn'));
// A frame has battles for seats that have changed hands within it.
await pool.query('ALTER TABLE battles DISABLE TRIGGER battles_seat_holder');
const [first] = frames;
const players = [...(first?.world.empires.values() ?? [])].filter(({ kind }) => kind === 'player');
const [oak] = alliances;
const memberIds = players
  .filter((empire) => empire.membership?.allianceId === membership?.allianceId)
  .map(({ ownerId }) => ownerId);

/** Accounts and alliances, which a match does not have. */
async function insertPlayers(): Promise<void> {
  await ensureWorldSettings(pool, { speed: 1, radius: 1000 }, startMs);
  const { hash, salt } = await createPasswords(1).hash(demoPlayer.password);
  let bots = 0;
  for (const { ownerId } of players) {
    const isBot = ownerId !== visitorUserId;
    const name = isBot ? nameOfBot(bots++) : demoPlayer.username;
    const key = name.toLowerCase();
    const address = `${key.replaceAll(' ', '.')}@${isBot ? 'bots' : 'demo'}.invalid`;
    const secret = isBot ? ['no password', 'no password'] : [hash, salt];
    await pool.query(
      `INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, is_bot, created_at)
       VALUES ($1, $2, $3, $4::text, $4::text, $5, $6, $7, to_timestamp($8::float8 / 1000))`,
      [ownerId, name, key, address, ...secret, isBot, startMs],
    );
  }
  await transaction(pool, async (tx) => {
    for (const { tag, name, description } of alliances)
      await insertAlliance(tx, { id: uuidOf(tag), name, tag, description }, startMs);
  });
  for (const { tag, members } of alliances)
    await pool.query('UPDATE alliances SET members = $2 WHERE id = $1', [uuidOf(tag), members]);
}

/** Saves what a frame has more than the one before. */
function saveFrame({ world, at, events, decided }: Frame, before: Frame | undefined): Promise<void> {
  const known = before?.world.battles ?? new Map<string, never>();
  const ended = decided.flatMap((battle) =>
    battle.outcome?.reason === null && battle.outcome.endsAt <= opensAt ? endEntriesOf(battle) : [],
  );
  const entries = [
    ...(before === undefined ? players.map(foundingLogEntry) : []),
    ...logEntriesOf(world, events),
    ...ended,
  ];
  return transaction(pool, async (tx) => {
    // Earlier than the save does it: an army has at most one undecided battle, also between its statements.
    const settled = decided.filter(({ id }) => known.has(id)).map(fromBattle);
    await execute(tx, updateBattles, [JSON.stringify(settled)]);
    const copies = { empires: before?.world.empires ?? new Map<string, never>(), battles: known };
    save(tx, world, copies, new Set(world.empires.keys()), {
      events: [],
      entries: entries.sort((a, b) => a.at - b.at),
    });
    if (before === undefined) for (const { id, ownerId } of players) linkEmpireToUser(tx, ownerId, id);
    say(`saved ${new Date(at).toISOString()}: ${entries.length} entries`);
  });
}

/** What was read, and what still ends. */
async function finish(): Promise<void> {
  // Anew: a battle that a frame has from its order to its contact was saved without its end.
  await pool.query('DELETE FROM battle_ends');
  await pool.query(
    `INSERT INTO battle_ends (battle_id, at)
     SELECT id, ends_at FROM battles WHERE ends_at > $1 AND outcome ->> 'reason' IS NULL`,
    [opensAt],
  );
  await pool.query(
    `UPDATE event_logs SET unread = CASE WHEN empire_id = $1 THEN unread[cardinality(unread) - 2:] ELSE '{}' END`,
    [visitorId],
  );
  // As the cleaning does with what is 30 days old: the file travels with every package.
  const kept = [visitorId, opensAt - keptMs];
  await pool.query('DELETE FROM event_log_entries WHERE empire_id <> $1 AND at < $2', kept);
  await pool.query(
    `DELETE FROM ledger_entries old USING (
       SELECT empire_id, max(number) AS number FROM ledger_entries WHERE units_after IS NOT NULL AND at < $2 GROUP BY empire_id
     ) AS last WHERE old.empire_id = last.empire_id AND old.number < last.number AND old.empire_id <> $1`,
    kept,
  );
  const others = memberIds.filter((id) => id !== visitorUserId);
  for (const { member, hoursAgo, text } of chat) {
    const clock = { now: () => opensAt - hoursAgo * hourMs } as Clock;
    const author = others[member % others.length] ?? visitorUserId;
    const viewer = { userId: author, empireId: null, mutedUntil: null };
    const addressed = { allianceId: uuidOf(oak?.tag ?? ''), text };
    await writeToAlliance({ services: { pool, clock }, viewer }, addressed);
  }
}

await insertPlayers();
for (const [index, frame] of frames.entries()) await saveFrame(frame, frames[index - 1]);
await finish();
const world = await selectWorld(pool);
if (world === null) throw new Error('the world has no settings');
await pool.end();
const client = new pg.Client(database.url);
await client.connect();
rmSync(demoWorldFile, { force: true });
await backUpWorld(client, demoWorldFile, { world, now: opensAt, onProgress: () => undefined });
await client.end();
await database.stop();
rmSync(folder, { recursive: true, force: true });
say(`written to ${demoWorldFile}`);
