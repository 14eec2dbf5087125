/** The formats of settings. Their errors name the expected format, never the value. */
import pg from 'pg';
import { z } from 'zod';

/** Digits only: no sign, space, fraction or exponent. */
export function optionalInteger(low: number, high: number): z.ZodType<number | undefined> {
  const expected = `an integer from ${low} to ${high}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= low && value <= high, expected)
    .optional();
}

export function integer(low: number, high: number, byDefault: number): z.ZodType<number> {
  return optionalInteger(low, high).default(byDefault);
}

export function line(maxLength: number): z.ZodString {
  const expected = `a line of at most ${maxLength} characters`;
  return z
    .string()
    .max(maxLength, expected)
    .regex(/^\P{C}+$/u, expected);
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && pathname + search + hash + username + password === '/';
}

/** As browsers send it, without a trailing slash. */
const originOf = (expected: string) =>
  z
    .string()
    .refine(isOrigin, expected)
    .transform((text) => new URL(text).origin);

export const origin = originOf('an address such as https://game.example.org, without a path');

const list = z.string().transform((text) => text.split(',').map((item) => item.trim()));

export const originList = list.pipe(
  z.array(originOf('a list of origins such as https://app.example.org, without paths, separated by commas')),
);

const secret = z.string().min(16, 'secrets of at least 16 characters each, separated by commas');

export const secretList = list.pipe(z.tuple([secret], secret));

const url = (isValid: (address: URL) => boolean, expected: string) =>
  z.string().refine((text) => URL.canParse(text) && isValid(new URL(text)), expected);

const examplePostgresUrl = 'an address such as postgres://user:password@host:5432/database';

/** Null if pg can read the address, otherwise the expected format of the wrong part. */
function findPostgresFault(text: string): string | null {
  if (!/^(?:postgres(?:ql)?:|socket:|\/)/i.test(text)) return examplePostgresUrl;
  const escaped = 'an address with %23 for #, %2F for / and %3F for ? in user and password';
  // pg can read some of these, but with the user as the host.
  if (/^\w+:[^?]*#.*@/.test(text)) return escaped;
  try {
    new pg.Client(text);
    return null;
  } catch (error) {
    if (error instanceof URIError) return 'an address with %25 for % in user, password and database';
    if (error instanceof Error && 'path' in error)
      return 'an address whose sslcert, sslkey and sslrootcert are files that the server can read';
  }
  if (/^\w+:\/\/[^@]*[/?].*@/.test(text)) return escaped;
  const ports = /^\w+:\/\/(?:.*@)?(?:\[.*\]|[^:/?]*):([^/?]*)/.exec(text)?.[1] ?? '';
  if (!/^\d*$/.test(ports) || Number(ports) > 65_535) return 'an address of one host with a port up to 65535';
  return 'an address with the name or IP address of a host';
}

/** pg takes these modes for verify-full, with a warning of several lines. */
const verified = (text: string): string =>
  text.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

export const postgresUrl = z
  .string()
  .transform(verified)
  .refine((text) => findPostgresFault(text) === null, {
    error: ({ input }) => findPostgresFault(String(input)) ?? examplePostgresUrl,
  });

export const smtpUrl = url(
  ({ protocol, hostname }) => ['smtp:', 'smtps:'].includes(protocol) && hostname !== '',
  'an address such as smtps://user:password@mail.example.org:465',
);

export const sender = z
  .string()
  .regex(
    /^(?:[^<>@\r\n]{1,100}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'an address, or a name with an address: Hegemon <game@example.org>',
  );
