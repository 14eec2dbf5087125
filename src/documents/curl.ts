/** Formats an example as a curl command; $URL is the address of the server, $TOKEN the token of a login. */
import type { Example } from './examples.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function addressOf({ route, params = {}, query = {} }: Example): string {
  const path = route.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? `$URL${path}` : `"$URL${path}?${pairs.join('&')}"`;
}

/** The curl command of an example, one line for the address, each header and the body. */
export function toCurl(example: Example): string {
  const method = example.route.split(' ')[0] ?? 'GET';
  const body = example.body === undefined ? null : JSON.stringify(example.body);
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${addressOf(example)}`,
    ...(example.by === null ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}
