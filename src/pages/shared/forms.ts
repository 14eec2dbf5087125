/** Converts form fields to request bodies of the contract, and refusals to messages. */
import type { z } from 'zod';
import { foreignToUsername, lettersOfUsername } from '../../contract/account.ts';
import { inPlainWords, listIssues } from '../../contract/validation-issues.ts';
import type { Tile } from '../../game/types.ts';
import { GameError, refusalFrom, type ErrorCode } from '../../kernel/errors.ts';
import { capitalise, group } from './formatters.ts';

/** Without repeated fields. */
export type Fields = Readonly<Partial<Record<string, string>>>;

/** An anchor is the id of an element. */
export interface Message {
  kind: 'notice' | 'refusal';
  anchor: string;
  text: string;
  /** As typed, without passwords. */
  fields: Fields;
  refusal?: GameError;
  /** The issue of each invalid field; only if validation failed. */
  issues?: ReadonlyMap<string, string> | undefined;
}

/** The anchor of a message whose own anchor is not on the page. */
export const pageTop = 'page-top';

export function readFields(body: unknown): Fields {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Accepts the typographic minus of the pages. An empty field returns undefined, other text itself, so that the contract
 * refuses it.
 */
export function wholeNumber(text: string | undefined): number | string | undefined {
  const typed = text?.trim().replace('−', '-') ?? '';
  if (typed === '') return undefined;
  return /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
}

export function optionalText(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}

/** A missing or invalid number starts at the newest. */
export function readBefore({ before = '' }: Fields): number {
  return /^[1-9]\d{0,14}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER;
}

export function tileOfFields({ x, y }: Fields): { x: unknown; y: unknown } {
  return { x: wholeNumber(x), y: wholeNumber(y) };
}

/** Parses `city:<id>`. */
export function targetOfField(value = ''): { target_type: unknown; target_id: unknown } {
  const [target_type, target_id] = value.split(':');
  return { target_type, target_id };
}

const maxTileLength = 40;

const joiner = '\u2060';
const groupComma = /(?<=\d),(?=\d{3}(?!\d))/g;

/**
 * Accepts the word joiner and grouped thousands of the pages: `−1,003 | 4`, `-3,4` or `-3 4`. Null for anything else.
 */
export function parseTile(text: string): Tile | null {
  if (text.length > maxTileLength) return null;
  const shown = text.replaceAll(joiner, '').trim();
  // A comma separates thousands only if a bar separates the numbers.
  const pair = shown.includes('|') ? shown.replace(groupComma, '') : shown;
  const [, x = '', y = ''] = /^([-−]?\d{1,7})(?:\s*[|,;]\s*|\s+)([-−]?\d{1,7})$/.exec(pair) ?? [];
  const [readX, readY] = [wholeNumber(x), wholeNumber(y)];
  return typeof readX === 'number' && typeof readY === 'number' ? { x: readX, y: readY } : null;
}

export function withoutPasswords(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('password')));
}

export class FormError extends GameError {
  readonly issues: ReadonlyMap<string, string>;

  constructor(issues: ReadonlyMap<string, string>) {
    super('VALIDATION_ERROR', [...issues].map(([field, message]) => `${field}: ${message}`).join('; '));
    this.issues = issues;
  }
}

/** Throws VALIDATION_ERROR. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw new FormError(listIssues(parsed.error, 'form'));
}

/** Throws NOT_FOUND. */
export function parseAddress<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new GameError('NOT_FOUND');
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

/** Whether an issue needs no name of its field before it. */
export function isSentence(issue: string): boolean {
  return /^[A-Z“]/.test(issue);
}

/** `units.archers: the army has fewer` as `Archers: the army has fewer`; `x: required` as `X is required`. */
function issueText(issue: string): string {
  const [, field = '', message = issue] = /^([a-z_.]+): (.*)$/s.exec(issue) ?? [];
  if (field === '') return capitalise(message);
  const label = labels[field] ?? capitalise(field.replace(/^.*\./, '').replaceAll('_', ' '));
  if (isSentence(message)) return message;
  if (message === 'required') return `${label} is required`;
  return /^(?:must|may|has|is) /.test(message) ? `${label} ${message}` : `${label}: ${message}`;
}

/** Names the first character that is not allowed, which programs are not sent. */
function withCharacter(issue: string, typed = ''): string {
  const character = issue === lettersOfUsername ? foreignToUsername.exec(typed)?.[0] : undefined;
  return character === undefined
    ? issue
    : `“${character}” is not allowed. Use letters, digits, spaces, _ . -`;
}

/** Codes whose details need no introduction. Of FORBIDDEN, only a wrong password has details. */
const saysAll: ReadonlySet<ErrorCode> = new Set([
  'ALLIED',
  'FORBIDDEN',
  'GUARD_LIMIT',
  'NOT_FOUND',
  'PROTECTED',
  'REQUIREMENT_MISSING',
]);

export function sentenceOf({ code, message, details }: GameError): string {
  if (code === 'NOT_FOUND' && details === undefined) {
    return 'It is no longer there: finished, cancelled or gone in the meantime.';
  }
  if (details === undefined) return `${message}.`;
  if (saysAll.has(code)) return `${capitalise(inWords(details))}.`;
  if (code === 'VALIDATION_ERROR') return `${details.split('; ').map(issueText).join('. ')}.`;
  return `${message}: ${inWords(details)}.`;
}

/** As a sentence for players; null without a refusal. */
export function sentenceFrom(attempt: () => void): string | null {
  const refusal = refusalFrom(attempt);
  return refusal && sentenceOf(refusal);
}

export function describeRefusal(refusal: GameError, anchor: string, fields: Fields): Message {
  const { code, details } = refusal;
  const issues =
    refusal instanceof FormError
      ? new Map([...refusal.issues].map(([field, issue]) => [field, withCharacter(issue, fields[field])]))
      : code === 'FORBIDDEN' && details !== undefined
        ? new Map([['current_password', details]])
        : undefined;
  return { kind: 'refusal', anchor, text: sentenceOf(refusal), fields, refusal, issues };
}

/** For templates: the one message of a page, to show at this anchor. */
export function createFormMessages(message: Message | null, anchor: string) {
  // Some pages show a message for their top in their own way.
  let isShown = anchor === pageTop;
  return {
    isShown: () => isShown,
    messageAt: (candidate: string) => {
      if (candidate !== anchor) return null;
      isShown = true;
      return message;
    },
    /** What was typed if this form was refused, else the preset. */
    typed: (form: string, field: string, preset: string | number = '') =>
      (form === anchor && message?.kind === 'refusal' ? message.fields[field] : undefined) ?? String(preset),
  };
}

/** Blanks for underscores, grouped digits, and moments without `T` and seconds. */
export function inWords(details: string): string {
  return details
    .replaceAll('_', ' ')
    .replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z|\d{4,}/g, (text, day?: string, time?: string) =>
      day === undefined || time === undefined ? group(Number(text)) : `${day} ${time} UTC`,
    );
}
