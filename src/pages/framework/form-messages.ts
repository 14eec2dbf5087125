/** Template helpers for the one message of a page: its text, its anchor and the values that were typed. */
import { pageTop, type Message } from '../shared/forms.ts';

export interface FormMessages {
  /** The message of this anchor, or null. */
  messageAt: (anchor: string) => Message | null;
  /** The value typed into this field if this form was refused, else the preset. */
  typed: (anchor: string, field: string, preset?: string | number) => string;
}

/** @param anchors ids at which the page can show a message; a message for any other anchor shows at the top */
export function createFormMessages(message: Message | null, anchors: readonly string[]): FormMessages {
  const anchor = message !== null && anchors.includes(message.anchor) ? message.anchor : pageTop;
  return {
    messageAt: (candidate) => (candidate === anchor ? message : null),
    typed: (form, field, preset = '') =>
      (form === anchor && message?.kind === 'refusal' ? message.fields[field] : undefined) ?? String(preset),
  };
}
