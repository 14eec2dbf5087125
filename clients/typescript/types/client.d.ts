import { Live, type LiveOptions } from './live.js';
import { type Calls } from './routes.js';
import { type Timers } from './timers.js';
export { unwrap } from './answer.js';
export type { Answer, Refusal, RefusalCode } from './answer.js';
export type { CallOptions } from './call.js';
export type { Live, LiveOptions } from './live.js';
export type { CloseReason, LiveEvents } from './live-events.js';
export type { Picture } from './picture.js';
export type { Calls } from './routes.js';
export type { Timers } from './timers.js';
export type { Amounts, Location, UnitCounts } from './contract.js';
export type { BattleItem, BattleView, ShareView } from './contract.js';
export type { TargetView } from './contract.js';
export type { EmpireEvent } from './contract.js';
export type { BuildingView, CityView } from './contract.js';
export type { EmpireItem, EmpireView } from './contract.js';
export type { ServerEvents } from './contract.js';
export type { Hegemon, Reigns, SeatView, Standing } from './contract.js';
export type { Leaderboard, Ranking } from './contract.js';
export type { AllianceItem, AllianceView, Candidacy, Candidate } from './contract.js';
export type { AllianceMessage, ChatMessage, Threat } from './contract.js';
export type { MessageView, PlayerView, ThreadView } from './contract.js';
export type { SearchAnswer } from './contract.js';
export type { ArmyView } from './contract.js';
export type { WishesView } from './contract.js';
export type { Rules } from './contract.js';
export type { BuildingType, Resource, UnitType } from './contract.js';
export type { ErrorCode } from './contract.js';
export interface ClientSettings {
    /** Scheme, host and port of the game. */
    url: string;
    /** An API token (`hgm_…`), or the token of an existing session. Otherwise `logIn` sets it, or the cookie of a browser authenticates. */
    token?: string;
    /** See CallOptions. */
    timeoutMs?: number;
    patienceMs?: number;
    timers?: Timers;
}
export interface Client extends Calls {
    /** The token that the client sends; null: none. */
    readonly token: string | null;
    /** Opens a live connection to your empire. A user has one; a newer connection replaces it. */
    live: (empireId: string, options?: LiveOptions) => Live;
}
/** Throws a TypeError for an invalid URL. The methods of the client never throw. */
export declare function createClient(settings: ClientSettings): Client;
