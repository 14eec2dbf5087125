/**
 * How entries of the event log are stored. The frequent ones are lists of their values: with the names of the members, an
 * order would leave 90 bytes more. All others are objects.
 */
import type { EmpireEvent } from '../../contract/event-log.ts';

/** The save appends tag and name, by SQL. */
const opponent = ['opponent_id', 'opponent_tag', 'opponent_name'];

/**
 * The members whose values a list contains, in the order in which they are sent; null for an absent one. Never change a
 * list: entries are read with it.
 */
const members: Partial<Record<EmpireEvent['type'], readonly string[]>> = {
  construction_complete: ['city_id', 'building.id', 'building.type', 'building.level', 'city_name'],
  unit_training_complete: ['units.type', 'units.quantity', 'city_id', 'city_name'],
  army_arrived: [
    'loot.food',
    'loot.gold',
    'loot.materials',
    'army_id',
    'location.x',
    'location.y',
    'army_name',
  ],
  battle_start: ['role', 'location.x', 'location.y', 'battle_id', 'contact_at', ...opponent],
  battle_contact: ['role', 'ends_at', 'location.x', 'location.y', 'battle_id', ...opponent],
};

/** SQL: the battle of an entry of the type `battle_contact`; null for other types. */
export const contactBattleSql = `CASE entry.type WHEN 'battle_contact'
  THEN coalesce(entry.data ->> 'battle_id', entry.data ->> 4)::uuid END`;

type Data = Record<string, unknown>;

/** The stored form of the data of an entry. */
export function pack(type: EmpireEvent['type'], data: Data): unknown {
  const list = members[type]?.map((path) => {
    const [name = '', inner] = path.split('.');
    return inner === undefined ? data[name] : (data[name] as Data)[inner];
  });
  return list?.filter((value) => value !== undefined) ?? data;
}

/** The data of a stored entry. */
export function unpack(type: string, stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored;
  const data: Data = {};
  members[type as EmpireEvent['type']]?.forEach((path, index) => {
    const [name = '', inner] = path.split('.');
    if (stored[index] === null) return;
    if (inner === undefined) data[name] = stored[index];
    else data[name] = { ...(data[name] as Data | undefined), [inner]: stored[index] as unknown };
  });
  return data;
}
