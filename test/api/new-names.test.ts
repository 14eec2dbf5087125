/** New names: no imitation of another name by mixed scripts or stacked marks. */
import { describe, expect, it } from 'vitest';
import { describeIssues } from '../../src/contract/validation-issues.ts';
import { newName } from '../../src/contract/new-name.ts';
import { useTestGame } from '../support/game.ts';
import { createPlayer } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

function issueOf(text: string): string | null {
  const parsed = newName(1, 50).safeParse(text);
  return parsed.success ? null : describeIssues(parsed.error, 'it');
}

describe('a new name', () => {
  it.each([
    'Rome II',
    'Łódź',
    'Việt Nam',
    'Ёлка',
    'Ἀθῆναι',
    'ירושלים',
    'القاهرة',
    'दिल्ली',
    'กรุงเทพ',
    '서울 Seoul',
    '東京タワーのTokyo',
    '臺灣ㄅㄆ',
    'ᏣᎳᎩ',
    '🐎🐎🐎',
    'Москва-Rome',
    'Rome Москва',
    '<b>Rome</b> & 4',
    'R\u0308\u0301me',
  ])('may be %j', (text) => {
    expect(issueOf(text)).toBe(null);
  });

  it.each([
    ['Cyrillic a in a Latin word', '\u0430dmin'],
    ['Greek o in a Latin word', 'R\u03bfme'],
    ['Cyrillic letters between Latin ones and digits', 'p\u04301p'],
    ['Cherokee in a Latin word', 'R\u13a3me'],
    ['the second word', 'Rome \u0430dmin'],
    ['Armenian in a Cyrillic word', 'М\u0585сква'],
  ])('is refused for %s', (_what, text) => {
    expect(issueOf(text)).toBe('it: must not mix scripts in a word');
  });

  it('is refused for that of a keeper', () => {
    expect(issueOf('keeper of seat 12')).toBe('it: must not be that of a keeper');
    expect(issueOf('Keeper of seats')).toBe(null);
  });

  it('is refused for three marks on a letter', () => {
    expect(issueOf('Rq\u0308\u0301\u0302me')).toBe('it: must have at most two marks on a letter');
  });
});

describe('the routes that set a name', () => {
  const game = useTestGame();

  const mixed = '\u0430dmin';
  const password = 'secret1';
  const account = { username: mixed, email: 'a@b.example', password, confirm_password: password };
  const wrong = refused(400, 'VALIDATION_ERROR');

  it.each([
    [
      'founding refuses a mixed one',
      '/api/empire',
      { name: 'R\u043eme', starting_location: { x: 0, y: 0 } },
      wrong,
    ],
    ['registering refuses a mixed one', '/register', account, wrong],
    ['logging in accepts any', '/login', { username: mixed, password }, refused(401, 'INVALID_CREDENTIALS')],
  ])('%s', async (_what, path, body, expected) => {
    expect(await refusalOf(game, await createPlayer(game), 'POST', path, body)).toEqual(expected);
  });
});
