/**
 * Sends mails through the server of SMTP_URL. Failures are logged without addresses and texts, which contain tokens. A
 * posted mail is not sent again: the player can repeat the request.
 */
import nodemailer from 'nodemailer';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { createSemaphore } from '../kernel/semaphore.ts';
import { secondMs } from '../kernel/time.ts';
import type { MachineTime } from '../kernel/clock.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The link that ends mails of this kind (RFC 8058). */
  unsubscribe?: string;
}

/** `gone`: the server refuses this recipient for good. `late`: not sent, because its time was over. */
export type MailOutcome = { outcome: 'sent' | 'gone' | 'late' } | { outcome: 'failed'; reason: string };

export interface Mailer {
  /** Sends in the background. A failure of `prepare` is logged. */
  post(prepare: () => readonly Mail[] | Promise<readonly Mail[]>): void;
  /** @param isLate whether the mail is useless by now */
  deliver(mail: Mail, isLate: () => boolean): Promise<MailOutcome>;
  /** Waits at most `limitMs` for mails under way, then closes the connections. */
  stop(limitMs: number): Promise<void>;
}

const atOnce = 2;
const maxWaiting = 1_000;
const timeoutMs = 10 * secondMs;

type MailError = Partial<Record<'responseCode' | 'code' | 'name' | 'command' | 'response', unknown>>;

/** Such as ECONNREFUSED or the SMTP reply 550. Messages may contain addresses. */
const codeOf = ({ responseCode, code, name }: MailError): unknown => responseCode ?? code ?? name;

/** Whether the server knows no such address (RFC 3463), rather than refusing this sender. */
const isGone = ({ command, response }: MailError): boolean =>
  command === 'RCPT TO' && typeof response === 'string' && /^5\d\d[ -]5\.1\./.test(response);

/** RFC 8058: a mail program may send the form of this page without showing it. */
const unsubscribeHeaders = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface MailSettings {
  url: string;
  /** An address, or a name with an address in angle brackets. */
  from: string;
}

export function createMailer(
  { url, from }: MailSettings,
  time: MachineTime,
  log: Log,
  { mails }: Metrics,
): Mailer {
  const address = new URL(url);
  const options = {
    pool: true,
    maxConnections: atOnce,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
  for (const [name, value] of Object.entries(options)) address.searchParams.set(name, String(value));
  const transport = nodemailer.createTransport(address.href);
  const semaphore = createSemaphore(atOnce, maxWaiting);
  const pending = new Set<Promise<unknown>>();

  const send = async ({ unsubscribe, ...mail }: Mail): Promise<MailOutcome> => {
    const headers = unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe);
    try {
      await transport.sendMail({ from, ...mail, headers });
      mails.inc({ outcome: 'sent' });
      return { outcome: 'sent' };
    } catch (error) {
      const code = codeOf(error as MailError);
      mails.inc({ outcome: 'failed' });
      log.warn({ code }, 'mail failed');
      return isGone(error as MailError) ? { outcome: 'gone' } : { outcome: 'failed', reason: String(code) };
    }
  };
  const track = <T>(work: Promise<T>): Promise<T> => {
    const open: Promise<unknown> = Promise.allSettled([work]).then(() => pending.delete(open));
    pending.add(open);
    return work;
  };
  const run = async (prepare: Parameters<Mailer['post']>[0]): Promise<void> => {
    try {
      for (const mail of await prepare()) await send(mail);
    } catch (error) {
      log.error({ err: error }, 'mail: preparation failed');
    }
  };
  return {
    post(prepare) {
      void track(semaphore(() => run(prepare))).catch(() => {
        mails.inc({ outcome: 'dropped' });
        log.warn('mail dropped: the queue is full');
      });
    },
    deliver: (mail, isLate) =>
      track(semaphore(async (): Promise<MailOutcome> => (isLate() ? { outcome: 'late' } : send(mail)))),
    async stop(limitMs) {
      const done = new AbortController();
      await Promise.race([Promise.all(pending), time.delay(limitMs, done.signal)]);
      done.abort();
      transport.close();
    },
  };
}
