/** Parsing of bodies: sizes, nesting, media types, charsets, and malformed JSON. */
import { deflateSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointsOf } from '../../src/http/endpoint.ts';
import { mountEndpoints } from '../../src/http/mount-endpoints.ts';
import { answerOf } from '../support/accounts.ts';
import { useTestApp } from '../support/http-app.ts';

const defineEndpoint = endpointsOf('service');

const echo = defineEndpoint({
  method: 'post',
  path: '/api/echo',
  summary: 'Answers what was sent',
  auth: 'none',
  limit: 'none',
  body: z.unknown(),
  response: z.object({ got: z.unknown() }),
  run: ({ body }) => Promise.resolve({ got: body }),
});

const form = defineEndpoint({ ...echo, path: '/api/form', fromForm: (fields) => fields });

const app = useTestApp({
  routes: (express, http) => {
    mountEndpoints(express, [echo, form], { ...http, servicesFor: () => null });
  },
});

function post(
  path: string,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): request.Test {
  // Without this identity serializer, superagent would convert a Buffer to JSON.
  const test = request(app.server).post(path).set('Content-Type', type).set(headers);
  return test.serialize((data: unknown) => data as string).send(body as string);
}

async function codeOf(test: request.Test): Promise<unknown> {
  const { status, body } = await answerOf(test);
  return [status, (body as { code?: string }).code];
}

/** JSON of exactly this many bytes. */
function jsonOfBytes(bytes: number): string {
  return `{"a":"${'x'.repeat(bytes - 8)}"}`;
}

function nested(levels: number, open: string, close: string): string {
  return open.repeat(levels) + '1' + close.repeat(levels);
}

describe('JSON', () => {
  it('of 16 kB is read', async () => {
    await post('/api/echo', 'application/json', jsonOfBytes(16 * 1024)).expect(200);
  });

  it('with one byte more is PAYLOAD_TOO_LARGE', async () => {
    const test = post('/api/echo', 'application/json', jsonOfBytes(16 * 1024 + 1));
    expect(await codeOf(test)).toEqual([400, 'PAYLOAD_TOO_LARGE']);
  });

  it('that exceeds 16 kB after decompression is PAYLOAD_TOO_LARGE', async () => {
    const body = gzipSync(jsonOfBytes(1_000_000));
    const test = post('/api/echo', 'application/json', body, { 'Content-Encoding': 'gzip' });
    expect(await codeOf(test)).toEqual([400, 'PAYLOAD_TOO_LARGE']);
  });

  it.each([
    ['gzip', gzipSync('{"a":1}')],
    ['deflate', deflateSync('{"a":1}')],
  ])('compressed with %s is read', async (encoding, body) => {
    const { body: answer } = await answerOf(
      post('/api/echo', 'application/json', body, {
        'Content-Encoding': encoding,
      }),
    );
    expect(answer).toEqual({ got: { a: 1 } });
  });

  it.each([
    ['an object', nested(8, '{"a":', '}')],
    ['a list', nested(8, '[', ']')],
    ['a list in an object', `{"a":${nested(7, '[', ']')}}`],
  ])('nested 8 levels (%s) is read', async (_what, text) => {
    await post('/api/echo', 'application/json', text).expect(200);
  });

  it.each([
    ['an object of 9 levels', nested(9, '{"a":', '}')],
    ['a list of 9 levels', nested(9, '[', ']')],
    ['9 levels at the end of many members', `[${'1,'.repeat(1000)}${nested(8, '[', ']')}]`],
    ['a list of 8,000 levels', nested(8000, '[', ']')],
  ])('nested too deeply (%s) is PAYLOAD_TOO_LARGE', async (_what, text) => {
    expect(await codeOf(post('/api/echo', 'application/json', text))).toEqual([400, 'PAYLOAD_TOO_LARGE']);
  });

  it('of more than 16 kB with extreme nesting is PAYLOAD_TOO_LARGE', async () => {
    const test = post('/api/echo', 'application/json', nested(20_000, '[', ']'));
    expect(await codeOf(test)).toEqual([400, 'PAYLOAD_TOO_LARGE']);
  });

  it.each(['{', '{"a":1,}', "{'a':1}", 'undefined', 'NaN', '{"a":1}x', '\u0000', '{"a":"\n"}'])(
    'that is malformed (%j) is MALFORMED_JSON',
    async (text) => {
      expect(await codeOf(post('/api/echo', 'application/json', text))).toEqual([400, 'MALFORMED_JSON']);
    },
  );

  it('that is malformed is not repeated in the response', async () => {
    expect((await post('/api/echo', 'application/json', '{"password":"hunter2"')).text).not.toContain(
      'hunter2',
    );
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON; charset="UTF-8"'])(
    'with content type %s is read',
    async (type) => {
      await post('/api/echo', type, '{}').expect(200);
    },
  );

  it.each(['latin1', 'iso-8859-1', 'utf-99', 'x'])('in charset %s is VALIDATION_ERROR', async (charset) => {
    const test = post('/api/echo', `application/json; charset=${charset}`, '{}');
    expect(await codeOf(test)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('with an unknown content encoding is VALIDATION_ERROR', async () => {
    const test = post('/api/echo', 'application/json', '{}', { 'Content-Encoding': 'rot13' });
    expect(await codeOf(test)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('that does not match its content encoding is VALIDATION_ERROR', async () => {
    const test = post('/api/echo', 'application/json', '{}', { 'Content-Encoding': 'gzip' });
    expect(await codeOf(test)).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('an absent body', () => {
  it('counts as an empty object', async () => {
    expect((await request(app.server).post('/api/echo')).body).toEqual({ got: {} });
  });

  it('counts as an empty object also with a content type', async () => {
    expect((await request(app.server).post('/api/echo').type('json')).body).toEqual({ got: {} });
  });
});

describe('another media type', () => {
  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('%s is VALIDATION_ERROR on a route that accepts only JSON', async (type) => {
    expect(await codeOf(post('/api/echo', type, '{"a":1}'))).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('names the accepted media type', async () => {
    const { body } = await answerOf(post('/api/echo', 'text/plain', '{}'));
    expect(body).toMatchObject({ details: 'body: must be application/json' });
  });
});

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded';

  it('is read on a route that accepts forms', async () => {
    expect((await post('/api/form', type, 'a=1&b=%C3%A9')).body).toEqual({ got: { a: '1', b: 'é' } });
  });

  it('treats brackets as part of names', async () => {
    expect((await post('/api/form', type, 'a[b]=1')).body).toEqual({ got: { 'a[b]': '1' } });
  });

  it('of 8 kB is read', async () => {
    await post('/api/form', type, `a=${'x'.repeat(8 * 1024 - 2)}`).expect(200);
  });

  it('with one byte more is PAYLOAD_TOO_LARGE', async () => {
    const test = post('/api/form', type, `a=${'x'.repeat(8 * 1024 - 1)}`);
    expect(await codeOf(test)).toEqual([400, 'PAYLOAD_TOO_LARGE']);
  });

  it('of more than 1,000 fields is PAYLOAD_TOO_LARGE', async () => {
    expect(await codeOf(post('/api/form', type, 'a&'.repeat(1001)))).toEqual([400, 'PAYLOAD_TOO_LARGE']);
  });
});
