/**
 * Forms: their fields as the bodies the contracts know, and refusals as sentences beside the place where
 * something was tried.
 */
import type { z } from 'zod';
import { inPlainWords, listIssues } from '../../contract/validation-issues.ts';
import { GameError } from '../../kernel/errors.ts';
import { group } from './formatters.ts';

/** What was typed, by field; whatever came twice or was no text is not among it. */
export type Fields = Readonly<Partial<Record<string, string>>>;

/** What a page has to say, and where: a place is the id of an element. */
export interface Message {
  kind: 'notice' | 'refusal';
  place: string;
  text: string;
  /** What was typed, to be kept in the form that was refused; no passwords. */
  fields: Fields;
  refusal?: GameError;
  /** What is wrong with each field, where the form itself was refused. */
  issues?: ReadonlyMap<string, string> | undefined;
}

/** Where a message stands when its place is not on the page. */
export const pageTop = 'page-top';

export function readFields(body: unknown): Fields {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * The whole number that was typed: digits with an optional minus sign, also the typographic one the pages show.
 * An empty field counts as not sent; anything else is passed on as it is, for the contract to refuse.
 */
export function wholeNumber(text: string | undefined): number | string | undefined {
  const typed = text?.trim().replace('−', '-') ?? '';
  if (typed === '') return undefined;
  return /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
}

export function tileOfFields({ x, y }: Fields): { x: unknown; y: unknown } {
  return { x: wholeNumber(x), y: wholeNumber(y) };
}

/** What may be shown again of what was typed. */
export function withoutPasswords(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('password')));
}

/** VALIDATION_ERROR of a form, with what is wrong by field. */
class FormError extends GameError {
  readonly issues: ReadonlyMap<string, string>;

  constructor(issues: ReadonlyMap<string, string>) {
    super('VALIDATION_ERROR', [...issues].map(([field, message]) => `${field}: ${message}`).join('; '));
    this.issues = issues;
  }
}

/** Parses what a form means, or throws VALIDATION_ERROR. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw new FormError(listIssues(parsed.error, 'form'));
}

const labels: Readonly<Partial<Record<string, string>>> = {
  'starting_location.x': 'X',
  'starting_location.y': 'Y',
  'location.x': 'X',
  'location.y': 'Y',
  'destination.x': 'X',
  'destination.y': 'Y',
  destination: 'The destination',
  target_id: 'The target',
  target_type: 'The target',
  army_id: 'The army',
  units: 'The units',
  unit_type: 'The unit',
};

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `units.archers: the army has fewer` as `Archers: the army has fewer`; `x: required` as `X is required`. */
function issueText(issue: string): string {
  const [, field = '', message = issue] = /^([a-z_.]+): (.*)$/s.exec(issue) ?? [];
  if (field === '') return capitalise(message);
  const label = labels[field] ?? capitalise(field.replace(/^.*\./, '').replaceAll('_', ' '));
  if (message === 'required') return `${label} is required`;
  return /^(?:must|may|has|is) /.test(message) ? `${label} ${message}` : `${label}: ${message}`;
}

/** What a refusal says to a person. */
export function sentenceOf({ code, message, details }: GameError): string {
  if (code === 'NOT_FOUND' && details === undefined) {
    return 'It is no longer there: finished, cancelled or gone in the meantime.';
  }
  if (details === undefined) return `${message}.`;
  if (code === 'VALIDATION_ERROR') return `${details.split('; ').map(issueText).join('. ')}.`;
  return `${message}: ${inWords(details)}.`;
}

/** The message of a refused form. */
export function describeRefusal(refusal: GameError, place: string, fields: Fields): Message {
  const issues = refusal instanceof FormError ? refusal.issues : undefined;
  return { kind: 'refusal', place, text: sentenceOf(refusal), fields, refusal, issues };
}

/** Details of the game's refusals as a sentence has them. */
export function inWords(details: string): string {
  return details.replaceAll('_', ' ').replace(/\d{4,}/g, (digits) => group(Number(digits)));
}
