// Waits until a server answers, and founds an empire through its API, as a first player does. Exits with 1 if that fails.
// Usage: node scripts/try-server.mjs URL
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const [url] = process.argv.slice(2);
const waitMs = 60_000;

async function waitUntilReady() {
  for (const since = Date.now(); Date.now() - since < waitMs; await delay(250)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`${url} is not ready after ${waitMs / 1000} s`);
}

async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

try {
  await waitUntilReady();
  const username = `visitor_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  const email = `${username}@example.org`;
  await post('/register', { username, email, password, confirm_password: password });
  const { token } = await post('/login', { username, password });
  const starting_location = { x: 0, y: 0 };
  const { empire } = await post('/api/empire', { name: username, starting_location }, token);
  console.log(`${url} has a new empire: ${empire.id}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
