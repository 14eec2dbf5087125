/** POST /register with JSON: the created account and the refusals. */
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { responseOf } from '../support/accounts.ts';
import { useTestApp } from '../support/http-app.ts';

const app = useTestApp();

let number = 0;

type Body = Record<string, unknown>;

function fresh(): Body {
  number += 1;
  return {
    username: `newcomer${number}`,
    email: `newcomer${number}@example.org`,
    password: 'secret',
    confirm_password: 'secret',
  };
}

function send(body: object): request.Test {
  return request(app.server).post('/register').send(body);
}

const selectUser = async (key: unknown): Promise<Record<string, unknown>> =>
  (await app.query('SELECT * FROM users WHERE username_key = $1', key))[0] ?? {};

describe('a valid registration', () => {
  it('starts active, without a login and without an empire', async () => {
    const body = fresh();
    await send(body);
    const state = { is_active: true, last_login: null, empire_id: null };
    expect(await selectUser(body.username)).toMatchObject(state);
  });

  it('keeps the name as typed, tidied', async () => {
    await send({ ...fresh(), username: '  Zo\u0308e   von  K ' });
    expect(await selectUser('zöe von k')).toMatchObject({ username: 'Zöe von K' });
  });

  it.each([
    ['a password of 6 characters outside the basic plane', { password: '🐎🐎🐎🐎🐎🐎' }],
    ['a password with blanks around it', { password: '  ab  ' }],
    ['a password of 1,024 bytes', { password: 'x'.repeat(1024) }],
    ['a name of 50 code points', { username: '𝒜'.repeat(50) }],
    ['a name in another script', { username: 'Ξένος_1.-' }],
    ['an e-mail with signs before the @', { email: "o'hara!#$%&*+/=?^_`{|}~-@example.org" }],
    ['an e-mail of an international domain', { email: 'a@xn--e1afmkfd.xn--p1ai' }],
    ['an e-mail with blanks around it', { email: '  blank@example.org ' }],
  ])('accepts %s', async (_what, part) => {
    const body: Body = { ...fresh(), ...part };
    await send({ ...body, confirm_password: body.password }).expect(200);
  });
});

const wrongValues: [field: string, value: unknown, issue: string][] = [
  ['username', null, 'required'],
  ['username', '', 'must have at least 3 characters'],
  ['username', '  ab  ', 'must have at least 3 characters'],
  ['username', '🐎🐎', 'must have at least 3 characters'],
  ['username', 'a@b', 'may have only letters, digits, spaces and _ . -'],
  ['username', '<b>bold', 'may have only letters, digits, spaces and _ . -'],
  ['username', 'it is 🐎', 'may have only letters, digits, spaces and _ . -'],
  ['username', 'a\u0000bc', 'must not have control or invisible characters (U+0000)'],
  ['username', 12345, 'must be a text'],
  ['username', ['abc'], 'must be a text'],
  ['email', '', 'must be an e-mail address'],
  ['email', 'a@b', 'must be an e-mail address'],
  ['email', '@example.org', 'must be an e-mail address'],
  ['email', 'a b@example.org', 'must be an e-mail address'],
  ['email', 'a@example.org\u0000', 'must be an e-mail address'],
  ['email', 'a@b@example.org', 'must be an e-mail address'],
  ['email', '.a@example.org', 'must be an e-mail address'],
  ['email', 'a..b@example.org', 'must be an e-mail address'],
  ['email', 'a@-example.org', 'must be an e-mail address'],
  ['email', true, 'must be a text'],
  ['password', '', 'must have at least 6 characters'],
  ['password', '🐎🐎🐎🐎🐎', 'must have at least 6 characters'],
  ['password', 'x'.repeat(1025), 'must have at most 1024 bytes'],
  ['password', 'é'.repeat(513), 'must have at most 1024 bytes'],
  ['password', 123456, 'must be a text'],
  ['confirm_password', 'secret ', 'The two passwords differ'],
  ['confirm_password', 5, 'must be a text'],
];

function withValue(field: string, value: unknown): Record<string, unknown> {
  const body = fresh();
  if (field === 'password' && typeof value === 'string') body.confirm_password = value;
  body[field] = value;
  return body;
}

describe('an invalid registration', () => {
  it.each(wrongValues)('for %s %j reports: %s', async (field, value, issue) => {
    const { status, body } = await responseOf(send(withValue(field, value)));
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'The request is not valid', code: 'VALIDATION_ERROR', details: `${field}: ${issue}` },
    });
  });

  it('names every invalid field', async () => {
    const { body } = await responseOf(send({}));
    expect(body).toMatchObject({
      details: 'username: required; email: required; password: required; confirm_password: required',
    });
  });

  it('never repeats sent values', async () => {
    const { text } = await send({ ...fresh(), username: '<i>', email: 'hunter2', password: 'hunt2' });
    expect(text).not.toMatch(/hunt|<i>/);
  });
});

describe('a taken name or e-mail', () => {
  const duplicate = { error: 'Username or e-mail is already taken', code: 'DUPLICATE_ACCOUNT' };

  it.each([
    ['the name in other case', 'tAKEN oNE', 'other2@example.org'],
    ['the name in full-width letters', 'Ｔaken Ｏne', 'other3@example.org'],
    ['the name with more blanks', '  taken   one ', 'other4@example.org'],
    ['the name of the system account', 'Nobody', 'other5@example.org'],
    ['the e-mail of the system account', 'other six', 'nobody@system.invalid'],
    ['the e-mail in other case', 'somebody else', 'TAKEN@Example.ORG'],
  ])('is refused with the same message: %s', async (_what, username, email) => {
    await send({ ...fresh(), username: 'Taken One', email: 'taken@example.org' });
    const { status, body } = await responseOf(send({ ...fresh(), username, email }));
    expect({ status, body }).toEqual({ status: 400, body: duplicate });
  });
});
