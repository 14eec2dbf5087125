/** The alliance of a bot: it joins or founds one of bots only, and asks it for guards. */
import type { AllianceView } from '../../client/client.ts';
import { maxMembers } from '../../game/diplomacy/alliances.ts';
import type { Empire } from '../../game/types.ts';
import { isoOf, minuteMs } from '../../kernel/time.ts';
import { Draft } from '../mind/draft.ts';
import { threatsToGuard } from '../mind/defending.ts';
import { noMemory } from '../mind/orders.ts';
import type { Sight } from '../mind/sight.ts';
import { styleRules, type Temperament } from '../mind/temperament.ts';
import type { BotDeps } from './budget.ts';

/** Mean time between two looks; divided by the world's speed. */
const lookMs = 10 * minuteMs;
/** The list, and up to three alliances. */
const readsPerLook = 4;
/** Probability that a bot without an alliance founds one. Most wait, so that bots that start together share it. */
const foundsAt = 0.2;

const isOfBots = ({ members }: AllianceView): boolean => members.every(({ is_bot }) => is_bot);

/** Looks in some turns, on a fast world in each. After a refusal, the next look tries again. */
export async function lookForAllies(
  deps: BotDeps,
  { style }: Temperament,
  { own, speed }: Pick<Sight, 'own' | 'speed'>,
  turnMs: number,
): Promise<void> {
  const { reads, actions, chance } = deps;
  if (!styleRules[style].joinsAlliances || chance() >= (turnMs * speed) / lookMs) return;
  if (reads.left < readsPerLook || actions.left < 1) return;
  if (own.membership === null) await seekAlliance(deps, own);
  else if (own.membership.role !== 'member') await answerApplications(deps, own.membership.allianceId);
}

async function seekAlliance({ client, reads, actions, chance, signal }: BotDeps, own: Empire): Promise<void> {
  const list = await reads.send(() => client.listAlliances({ limit: 50 }, { signal }));
  if (list === null) return;
  const open = list.alliances.filter(({ member_count: count }) => count < maxMembers);
  for (const { id } of open.slice(0, readsPerLook - 1)) {
    const alliance = await reads.send(() => client.readAlliance(id, { signal }));
    if (alliance === null || !isOfBots(alliance)) continue;
    await actions.send(() => client.applyToAlliance(id, { signal }));
    return;
  }
  if (chance() >= foundsAt) return;
  const letters = Array.from({ length: 3 }, () => String.fromCharCode(65 + Math.floor(26 * chance())));
  const founded = {
    name: `League of ${own.name}`.slice(0, 30).trim(),
    tag: `B${letters.join('')}`,
    description: 'An alliance of bots. It accepts bots only.',
  };
  await actions.send(() => client.foundAlliance(founded, { signal }));
}

async function answerApplications(
  { client, reads, actions, signal }: BotDeps,
  allianceId: string,
): Promise<void> {
  const list = await reads.send(() => client.listCandidates(allianceId, { limit: 50 }, { signal }));
  for (const { kind, empire_id, is_bot } of list?.candidates ?? []) {
    if (kind !== 'application') continue;
    const answered = await actions.send<unknown>(() =>
      is_bot
        ? client.acceptMember(allianceId, { empire_id }, { signal })
        : client.removeCandidate(allianceId, empire_id, { signal }),
    );
    if (answered === null) return;
  }
}

/**
 * Asks for a guard of each place that its garrison would not hold. The text names the attack and is searched for in the
 * latest messages: a restart does not repeat it.
 * @param asked texts that are known to be sent; it adds to them
 */
export async function askForGuards(
  { client, reads, actions, signal }: BotDeps,
  sight: Sight,
  asked: Set<string>,
): Promise<void> {
  const allianceId = sight.own.membership?.allianceId;
  if (allianceId === undefined || sight.threats.length === 0) return;
  const texts = threatsToGuard(new Draft(sight, noMemory)).map(
    ({ tile: { x, y }, contactAt }) =>
      `I need a guard for ${x} | ${y}: an attack will meet my garrison at ${isoOf(contactAt)}, and it will not hold.`,
  );
  if (texts.every((text) => asked.has(text))) return;
  const chat = await reads.send(() => client.readChat(allianceId, { limit: 50 }, { signal }));
  if (chat === null) return;
  for (const { text } of chat.messages) asked.add(text);
  for (const text of texts) {
    if (asked.has(text)) continue;
    if ((await actions.send(() => client.writeToAlliance(allianceId, { text }, { signal }))) === null) return;
    asked.add(text);
  }
}
