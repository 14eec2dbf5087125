/** The texts of mails. Links begin with BASE_URL, never with the Host header of a request. */
import type { Mail } from './mailer.ts';

export interface Recipient {
  username: string;
  to: string;
  /** Others get no text that a player chose: it could be spam. */
  isConfirmed: boolean;
}

export function writeMail(recipient: Recipient, subject: string, paragraphs: readonly string[]): Mail {
  const { to, username, isConfirmed } = recipient;
  const greeting = isConfirmed ? `Hello ${username},` : 'Hello,';
  return { to, subject, text: [greeting, ...paragraphs, 'Hegemon'].join('\n\n') };
}

const naming = ({ isConfirmed }: Recipient, email: string): string =>
  isConfirmed ? email : 'another address';

export const linkTo = (baseUrl: string, page: string, token: string): string =>
  `${baseUrl}${page}?token=${token}`;

export const resetPage = '/reset-password';
export const confirmPage = '/confirm-email';

export const resetMail = (recipient: Recipient, link: string): Mail =>
  writeMail(recipient, 'Your new password', [
    'open this link to choose a new password. It works once, for 30 minutes:',
    link,
    'If you did not ask for it, ignore this mail. Your password stays as it is.',
  ]);

export const confirmMail = (recipient: Recipient, link: string): Mail =>
  writeMail(recipient, 'Confirm your e-mail', [
    'open this link to make this the e-mail of your account. It works once, for 24 hours:',
    link,
    'If you did not ask for it, ignore this mail.',
  ]);

export const changeRequestedMail = (recipient: Recipient, newEmail: string, baseUrl: string): Mail =>
  writeMail(recipient, 'Your e-mail is about to change', [
    `somebody who knows your password asked to change the e-mail of your account to ${naming(recipient, newEmail)}. It changes as soon as the link in a mail to that address is opened.`,
    `If it was not you, change your password now. The link then no longer works: ${baseUrl}/account`,
  ]);

export const changedMail = (recipient: Recipient, newEmail: string): Mail =>
  writeMail(recipient, 'Your e-mail has changed', [
    `the e-mail of your account is ${naming(recipient, newEmail)} now. This address gets no more mails.`,
  ]);

export const deletionMail = (recipient: Recipient, deletionAt: Date, baseUrl: string): Mail =>
  writeMail(recipient, 'Your account will be deleted', [
    `your account will be deleted on ${deletionAt.toUTCString()}. Log in before then to keep it: ${baseUrl}/login`,
    'If it was not you, log in and change your password.',
  ]);
