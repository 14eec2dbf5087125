/** An example as a command to type: $URL is where the service is, $TOKEN what a login answered. */
import type { Example } from './examples.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function addressOf({ route, params = {}, query = {} }: Example): string {
  const path = route.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? `$URL${path}` : `"$URL${path}?${pairs.join('&')}"`;
}

/** The command of an example, a line for each thing that is sent. */
export function toCurl(example: Example): string {
  const method = example.route.split(' ')[0] ?? 'GET';
  const sent = example.body === undefined ? null : JSON.stringify(example.body);
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${addressOf(example)}`,
    ...(example.by === null ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(sent === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(sent)}`]),
  ].join(' \\\n  ');
}
