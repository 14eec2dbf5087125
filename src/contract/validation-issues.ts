/** Messages for validation issues, and their text in `details`. */
import type { z } from 'zod';

/** In one response. */
const maxIssues = 8;

const required = 'required';

/** Messages by the type that zod expected. */
const expectations: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
};

const formats: Readonly<Record<string, string>> = {
  guid: 'must be a UUID',
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  datetime: 'must be an ISO 8601 timestamp',
};

function describeBound(
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>,
): string {
  const isLow = issue.code === 'too_small';
  const bound = String(isLow ? issue.minimum : issue.maximum);
  const side = isLow ? 'at least' : 'at most';
  const plural = bound === '1' ? '' : 's';
  if (issue.origin === 'string') return `must have ${side} ${bound} character${plural}`;
  if (issue.origin === 'array' || issue.origin === 'set' || issue.origin === 'map')
    return `must have ${side} ${bound} item${plural}`;
  return `must be ${side} ${bound}`;
}

/** Zod's error map for all external input; messages of a schema take precedence. */
export const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined || issue.input === null) return required;
  switch (issue.code) {
    case 'invalid_type':
      return expectations[issue.expected] ?? 'has the wrong type';
    case 'too_small':
    case 'too_big':
      return describeBound(issue);
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong form';
    case 'unrecognized_keys':
    case 'invalid_key':
      return 'has an unknown member';
    case 'custom':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
      return 'is not valid';
  }
};

export function isRequired(issue: z.core.$ZodIssue): boolean {
  return issue.message === required;
}

/** Replaces keys that the sender made up with `?`. */
function showKey(key: PropertyKey): string {
  return typeof key === 'number' || /^[a-z][a-z0-9_]{0,39}$/.test(String(key)) ? String(key) : '?';
}

/**
 * The first message of each field, by its path (`starting_location.x`).
 * @param rootName the name of the parsed value itself
 */
export function listIssues(error: z.core.$ZodError, rootName: string): Map<string, string> {
  const issues = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const field = path.length === 0 ? rootName : path.map(showKey).join('.');
    if (!issues.has(field)) issues.set(field, message);
  }
  return issues;
}

/** Such as `name: must have at least 3 characters; starting_location.x: required`. */
export function describeIssues(error: z.core.$ZodError, rootName = 'body'): string {
  return [...listIssues(error, rootName)]
    .slice(0, maxIssues)
    .map(([field, message]) => `${field}: ${message}`)
    .join('; ');
}
