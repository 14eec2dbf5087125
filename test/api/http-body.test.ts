/** Parsing of bodies: sizes, nesting, media types, charsets, and malformed JSON. */
import { deflateSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointsOf } from '../../src/http/endpoint.ts';
import { routerOf } from '../../src/http/create-router.ts';
import { responseOf } from '../support/accounts.ts';
import { useTestApp } from '../support/http-app.ts';

const endpoint = endpointsOf('service');

const echo = endpoint.post('/api/echo', {
  summary: 'Answers what was sent',
  auth: 'none',
  limit: 'none',
  body: z.unknown(),
  response: z.object({ got: z.unknown() }),
  run: ({ body }) => Promise.resolve({ got: body }),
});

const formEcho = { ...echo, path: '/api/form', fromForm: (fields: object) => fields };

const app = useTestApp({
  routes: (express, http) => express.use(routerOf([echo, formEcho])({ ...http, servicesFor: () => null })),
});

interface Sent {
  path?: string;
  type?: string;
  body: string | Buffer;
  encoding?: string;
}

/** Returns the text of the response, and its status with the code of a refusal. */
async function post({ path = '/api/echo', type = 'application/json', body, encoding }: Sent) {
  const headers = {
    'Content-Type': type,
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  };
  // Without this identity serializer, superagent would convert a Buffer to JSON.
  const test = request(app.server)
    .post(path)
    .set(headers)
    .serialize((data: unknown) => data as string);
  const { status, text, body: answer } = await responseOf(test.send(body as string));
  return { text, answer, outcome: [status, (answer as { code?: string }).code] };
}

const read = [200, undefined];
const malformed = [400, 'MALFORMED_JSON'];
const invalid = [400, 'VALIDATION_ERROR'];
const tooLarge = [400, 'PAYLOAD_TOO_LARGE'];

/** JSON of exactly this many bytes. */
function jsonOfBytes(bytes: number): string {
  return `{"a":"${'x'.repeat(bytes - 8)}"}`;
}

function nested(levels: number, open: string, close: string): string {
  return open.repeat(levels) + '1' + close.repeat(levels);
}

const kB = 1024;
const formType = 'application/x-www-form-urlencoded';
const form = { path: '/api/form', type: formType };

describe('a body', () => {
  it.each<[what: string, sent: Sent, outcome: unknown[]]>([
    ['JSON of 16 kB', { body: jsonOfBytes(16 * kB) }, read],
    ['JSON of one byte more', { body: jsonOfBytes(16 * kB + 1) }, tooLarge],
    [
      'JSON of 1 MB after decompression',
      { body: gzipSync(jsonOfBytes(1_000_000)), encoding: 'gzip' },
      tooLarge,
    ],
    ['objects of 8 levels', { body: nested(8, '{"a":', '}') }, read],
    ['lists of 8 levels', { body: nested(8, '[', ']') }, read],
    ['lists in an object, 8 levels', { body: `{"a":${nested(7, '[', ']')}}` }, read],
    ['objects of 9 levels', { body: nested(9, '{"a":', '}') }, tooLarge],
    ['lists of 9 levels', { body: nested(9, '[', ']') }, tooLarge],
    ['9 levels behind many members', { body: `[${'1,'.repeat(1000)}${nested(8, '[', ']')}]` }, tooLarge],
    ['lists of 8,000 levels', { body: nested(8000, '[', ']') }, tooLarge],
    ['more than 16 kB of lists', { body: nested(20_000, '[', ']') }, tooLarge],
    ['an unknown content encoding', { body: '{}', encoding: 'rot13' }, invalid],
    ['another content encoding than it says', { body: '{}', encoding: 'gzip' }, invalid],
    ['a form of 8 kB', { ...form, body: `a=${'x'.repeat(8 * kB - 2)}` }, read],
    ['a form of one byte more', { ...form, body: `a=${'x'.repeat(8 * kB - 1)}` }, tooLarge],
    ['a form of more than 1,000 fields', { ...form, body: 'a&'.repeat(1001) }, tooLarge],
  ])('of %s', async (_what, sent, outcome) => {
    expect((await post(sent)).outcome).toEqual(outcome);
  });

  it.each(['{', '{"a":1,}', "{'a':1}", 'undefined', 'NaN', '{"a":1}x', '\u0000', '{"a":"\n"}'])(
    'that is malformed (%j) is MALFORMED_JSON',
    async (body) => {
      expect((await post({ body })).outcome).toEqual(malformed);
    },
  );

  it('that is malformed is not repeated in the response', async () => {
    expect((await post({ body: '{"password":"hunter2"' })).text).not.toContain('hunter2');
  });

  it.each([
    ['gzip', gzipSync('{"a":1}')],
    ['deflate', deflateSync('{"a":1}')],
  ])('compressed with %s is read', async (encoding, body) => {
    expect((await post({ body, encoding })).answer).toEqual({ got: { a: 1 } });
  });

  it.each([
    ['application/json', read],
    ['application/json; charset=utf-8', read],
    ['APPLICATION/JSON; charset="UTF-8"', read],
    ...['utf8', '"utf8"', 'UTF8', 'utf_8', 'utf8; a=b'].map((set) => [
      `application/json; charset=${set}`,
      read,
    ]),
    ...['latin1', 'iso-8859-1', 'utf-99', 'utf88', 'x'].map((set) => [
      `application/json; charset=${set}`,
      invalid,
    ]),
    ...['text/plain', 'application/xml', 'multipart/form-data; boundary=x', formType, 'nonsense'].map(
      (type) => [type, invalid],
    ),
  ] as [string, unknown[]][])('of type %s on a route that accepts only JSON', async (type, outcome) => {
    expect((await post({ type, body: '{}' })).outcome).toEqual(outcome);
  });

  it('that is a form with charset=utf8 is read as UTF-8', async () => {
    const { answer } = await post({ ...form, type: `${formType}; charset=utf8`, body: 'a=%C3%A9&b=é' });
    expect(answer).toEqual({ got: { a: 'é', b: 'é' } });
  });

  it('of another media type is refused with the accepted one', async () => {
    const { answer } = await post({ type: 'text/plain', body: '{}' });
    expect(answer).toMatchObject({ details: 'body: must be application/json' });
  });

  it('counts as an empty object if it is absent, also with a content type', async () => {
    const tests = [request(app.server).post('/api/echo'), request(app.server).post('/api/echo').type('json')];
    for (const test of tests) expect((await test).body).toEqual({ got: {} });
  });

  it.each([
    ['a=1&b=%C3%A9', { a: '1', b: 'é' }],
    ['a[b]=1', { 'a[b]': '1' }],
  ])('that is the form %s is read, with brackets as part of names', async (body, got) => {
    expect((await post({ ...form, body })).answer).toEqual({ got });
  });
});
