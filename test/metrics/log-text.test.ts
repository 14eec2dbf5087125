/** The text log: one line per record, even if the record contains line breaks. */
import { describe, expect, it } from 'vitest';
import { createLog, createTextOutput } from '../../src/kernel/log.ts';

function write(work: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  work(createLog('info', createTextOutput({ write: (chunk) => (text += chunk) })));
  return text;
}

describe('a record as text', () => {
  it('contains time, level, message and members', () => {
    const text = write((log) => {
      log.warn({ url: 'http://127.0.0.1:3000', pauseMs: 5, what: 'two words' }, 'a warning');
    });
    expect(text).toMatch(
      /^\d\d:\d\d:\d\d warn {2}a warning url=http:\/\/127\.0\.0\.1:3000 pauseMs=5 what="two words"\n$/,
    );
  });

  it('is followed by the stack frames of its error', () => {
    const [line = '', frame] = write((log) =>
      log.error({ err: Object.assign(new Error('a bug'), { code: 'E1' }) }, 'a failure'),
    ).split('\n');
    expect([line.slice(9), frame]).toEqual([
      'error a failure err={"type":"Error","message":"a bug","code":"E1"}',
      expect.stringMatching(/^ {4}at .*log-text\.test\.ts/) as string,
    ]);
  });

  it('contains no more of an error than the JSON log', () => {
    const text = write((log) =>
      log.error(
        { err: Object.assign(new Error('a bug'), { detail: 'marker', where: 'marker' }) },
        'a failure',
      ),
    );
    expect(text).not.toContain('marker');
  });

  it.each([
    ['a line end', '\n', '\\u{a}'],
    ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
    ['the C1 form of one', '\u009b2J', '\\u{9b}2J'],
    ['a change of direction', '\u202e', '\\u{202e}'],
    ['a line separator', '\u2028', '\\u{2028}'],
  ])('escapes %s in message and members', (_kind, raw, escaped) => {
    const text = write((log) => log.info({ path: `/a${raw}b` }, `msg${raw}end`));
    expect(text.trimEnd()).not.toContain(raw);
    expect(text).toContain(`msg${escaped}end`);
  });
});
