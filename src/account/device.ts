/** Describes the device of a session, from the User-Agent of the login. */
import Bowser from 'bowser';

/** Such as `Chrome on Linux`; for a program, its first word, such as `curl`. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const parser = Bowser.getParser(userAgent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  if (browser !== '' && system !== '') return `${browser} on ${system}`;
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? 'Unknown device';
}
