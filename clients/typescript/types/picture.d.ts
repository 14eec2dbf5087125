/**
 * The state of an empire as a live client knows it. Pure: a picture and a numbered event give the next picture, or
 * null if an event in between was missed.
 */
import type { EmpireView } from './contract.js';
import type { ServerEvents } from './contract.js';
/** An empire at one moment of the server's time. */
export interface Picture {
    /** Number of the last event that it includes. */
    seq: number;
    /** The moment for which it holds; from then on the stock changes by `rates`. */
    at: string;
    resources: EmpireView['resources'];
    /** Net change per hour. */
    rates: EmpireView['rates'];
    /** Population of all cities. */
    population: number;
    military: EmpireView['military'];
}
type NumberedName = 'empire_update' | 'resource_update' | 'construction_complete' | 'unit_training_complete';
/** An event with a `seq`. */
export type NumberedEvent = {
    [Name in NumberedName]: {
        name: Name;
        data: ServerEvents[Name];
    };
}[NumberedName];
export declare function isNumbered(event: {
    name: string;
    data: object;
}): event is NumberedEvent;
/** @param seq number of the last event that the view includes */
export declare function toPicture(view: EmpireView, seq: number): Picture;
/**
 * Returns the picture after the event; null: an event was missed, so a full view is needed. The periodic
 * resource_update repeats the current number. So if it has the next number but no rate has changed, the event with
 * that number was missed.
 */
export declare function applyEvent(picture: Picture, event: NumberedEvent): Picture | null;
export {};
