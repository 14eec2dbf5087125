/** Requests of players that many tests send, with the types of the contract. */
import type { z } from 'zod';
import type { attackResponse, BattleView } from '../../src/contract/battle.ts';
import type { buildResponse, BuildingView, cities } from '../../src/contract/city.ts';
import type { EmpireView } from '../../src/contract/empire.ts';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import type { armyResponse, ArmyView } from '../../src/contract/military.ts';
import type { TargetType } from '../../src/contract/vocabulary.ts';
import type { ErrorBody } from '../../src/kernel/errors.ts';
import type { ApiResponse, Player, Ruler } from './game.ts';

/** A response of this type, or a refusal. */
type Responding<Schema extends z.ZodType> = Promise<ApiResponse<z.infer<Schema> & ErrorBody>>;

/** Orders an attack, by default of the first army on a city. */
export const orderAttack = (
  by: Ruler,
  target_id: string,
  { type = 'city', armyId = by.armyId }: { type?: TargetType; armyId?: string } = {},
): Responding<typeof attackResponse> =>
  by.send('POST', '/api/battle', { army_id: armyId, target_type: type, target_id });

export const build = (by: Ruler, type: string, quantity?: number): Responding<typeof buildResponse> =>
  by.send('POST', `/api/city/${by.capitalId}/buildings`, { type, quantity });

export const moveArmy = (
  by: Ruler,
  destination: object,
  armyId = by.armyId,
): Responding<typeof armyResponse> => by.send('POST', `/api/army/${armyId}/move`, { destination });

export const recallArmy = (by: Ruler): Responding<typeof armyResponse> =>
  by.send('POST', `/api/army/${by.armyId}/recall`);

export const splitArmy = (by: Ruler, units: object, name?: string): Responding<typeof armyResponse> =>
  by.send('POST', `/api/army/${by.armyId}/split`, { units, name });

export const readEmpire = ({ read }: Player, empireId: string): Promise<EmpireView> =>
  read(`/api/empire/${empireId}`);

export const readCities = async ({ read }: Player, empireId: string) =>
  (await read<z.infer<typeof cities>>(`/api/empire/${empireId}/cities`)).cities;

export const readBuildings = async ({ read, capitalId }: Ruler): Promise<BuildingView[]> =>
  (await read<{ buildings: BuildingView[] }>(`/api/city/${capitalId}/buildings`)).buildings;

export const readArmies = async ({ read }: Player, empireId: string): Promise<ArmyView[]> =>
  (await read<{ armies: ArmyView[] }>(`/api/empire/${empireId}/military`)).armies;

export const readBattle = ({ read }: Player, battleId: string): Promise<BattleView> =>
  read(`/api/battle/${battleId}`);

/** A page of the event log; of this many entries by default. */
export const readLog = (
  { read, empireId }: Ruler,
  query = '?limit=100',
): Promise<{ events: EmpireEvent[]; last: number; next: number | null }> =>
  read(`/api/empire/${empireId}/events${query}`);

/** The entries of one type in the event log. */
export const entriesOf = async (by: Ruler, type: EmpireEvent['type']): Promise<EmpireEvent[]> =>
  (await readLog(by)).events.filter((entry) => entry.type === type);
