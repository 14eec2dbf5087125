/** Puts the one message of a page at its place, opens what holds it, and keeps what was typed there. */
import { pageTop, type Message } from '../shared/forms.ts';

export interface FormMessages {
  /** The message of this place, or null. */
  messageAt: (place: string) => Message | null;
  /** Whether the message stands at this place or at one inside it. */
  isNews: (place: string) => boolean;
  /** What was typed into a field of the form that was refused here, else the preset. */
  typed: (place: string, field: string, preset?: string | number) => string;
  /** Whether the page answers a refusal. */
  isRefusal: boolean;
}

/** @param places where the page can show a message; one for any other place shows at its top */
export function createFormMessages(message: Message | null, places: readonly string[]): FormMessages {
  const place = message !== null && places.includes(message.place) ? message.place : pageTop;
  return {
    messageAt: (candidate) => (candidate === place ? message : null),
    isNews: (container) => message !== null && (place === container || place.startsWith(`${container}-`)),
    typed: (form, field, preset = '') =>
      (form === place && message?.kind === 'refusal' ? message.fields[field] : undefined) ?? String(preset),
    isRefusal: message?.kind === 'refusal',
  };
}
