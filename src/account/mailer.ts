/**
 * Sends mails in the background, through the server of SMTP_URL. Failures are logged without addresses and texts, which
 * contain tokens. A failed mail is not sent again: the player can repeat the request.
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
  /** Plain text. */
  text: string;
}

export interface Mailer {
  /** Prepares and sends mails in the background. A failure of `prepare` is logged. */
  post(prepare: () => readonly Mail[] | Promise<readonly Mail[]>): void;
  /** Waits at most `limitMs` for the posted mails, then closes the connections. */
  stop(limitMs: number): Promise<void>;
}

const atOnce = 2;
const maxWaiting = 1_000;
/** Timeout of connecting, of the greeting, and of an idle connection. */
const timeoutMs = 10 * secondMs;

/** The code of an error, such as ECONNREFUSED or the SMTP reply 550. Messages may contain addresses. */
function codeOf(error: unknown): unknown {
  const { responseCode, code, name } = error as Partial<Record<'responseCode' | 'code' | 'name', unknown>>;
  return responseCode ?? code ?? name;
}

export interface MailSettings {
  /** The address of the mail server. */
  url: string;
  /** The sender: an address, or a name with an address in angle brackets. */
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
  const pending = new Set<Promise<void>>();

  const send = async (mail: Mail): Promise<void> => {
    try {
      await transport.sendMail({ from, ...mail });
      mails.inc({ outcome: 'sent' });
    } catch (error) {
      mails.inc({ outcome: 'failed' });
      log.warn({ code: codeOf(error) }, 'mail failed');
    }
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
      const posted = semaphore(() => run(prepare)).catch(() => {
        mails.inc({ outcome: 'dropped' });
        log.warn('mail dropped: the queue is full');
      });
      pending.add(posted);
      void posted.then(() => pending.delete(posted));
    },
    async stop(limitMs) {
      const done = new AbortController();
      await Promise.race([Promise.all(pending), time.delay(limitMs, done.signal)]);
      done.abort();
      transport.close();
    },
  };
}
