/** Template helpers for the one message of a page: its text, its place and the values that were typed. */
import { pageTop, type Message } from '../shared/forms.ts';

export interface FormMessages {
  /** The message of this place, or null. */
  messageAt: (place: string) => Message | null;
  /** The value typed into this field if this form was refused, else the preset. */
  typed: (place: string, field: string, preset?: string | number) => string;
}

/** @param places ids at which the page can show a message; a message for any other place shows at the top */
export function createFormMessages(message: Message | null, places: readonly string[]): FormMessages {
  const place = message !== null && places.includes(message.place) ? message.place : pageTop;
  return {
    messageAt: (candidate) => (candidate === place ? message : null),
    typed: (form, field, preset = '') =>
      (form === place && message?.kind === 'refusal' ? message.fields[field] : undefined) ?? String(preset),
  };
}
