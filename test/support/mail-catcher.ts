/** A mail server on loopback that keeps the mails it receives. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, vi } from 'vitest';
import { useOne } from './game.ts';

export interface CaughtMail {
  to: string[];
  from: string;
  /** The whole message, with the lines of its text joined again. */
  text: string;
}

export type MailCatcher = Awaited<ReturnType<typeof startMailCatcher>>;

/** Undoes quoted-printable: soft line breaks, and escapes such as `=3D`. */
function decode(message: string): string {
  return message
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** The token of the link in a mail. */
export function tokenOf({ text: message }: CaughtMail): string {
  return /\?token=([\w-]{43})/.exec(message)?.[1] ?? '';
}

/** The error with which the server answers so: `550 5.1.1 no such mailbox`. */
function errorOf(reply: string): Error {
  const [code = '', ...words] = reply.split(' ');
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
}

export async function startMailCatcher() {
  const mails: CaughtMail[] = [];
  /** Recipients that are refused permanently. */
  const refused = new Set<string>();
  /** How recipients are refused instead: `451 4.3.0 try again later`. */
  const replies = new Map<string, string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const reply = refused.has(address) ? '550 5.1.1 no such mailbox' : replies.get(address);
      callback(reply === undefined ? null : errorOf(reply));
    },
    onData(stream, { envelope }, callback) {
      void text(stream).then((message) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), from, text: decode(message) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string): CaughtMail[] => mails.filter(({ to }) => to.includes(address));
  return {
    /** A value for SMTP_URL. */
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    replies,
    /** Waits for the mails to an address, and returns the last one. */
    async waitFor(address: string, count = 1): Promise<CaughtMail> {
      // Not `expect.poll`, which works in tests only: the examples are recorded before them.
      const arrived = (): void => expect(mailsTo(address).length).toBe(count);
      await vi.waitFor(arrived, { timeout: 60_000, interval: 20 });
      return mailsTo(address).at(-1) ?? { to: [], from: '', text: '' };
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** A mail server for all tests of a file or `describe`. */
export function useMailCatcher(): MailCatcher {
  return useOne(startMailCatcher, (catcher) => catcher.stop());
}
