// The limit of logins: key derivations of one process with the product's parameters, as many at once as libuv has
// threads. Each message is a number of seconds; the answer is the number of derivations per second.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
const threads = 4;

async function measure(seconds) {
  const since = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - since < seconds * 1000) {
      await derive('secret1', 'bench', 100_000, 32, 'sha256');
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return count / ((performance.now() - since) / 1000);
}

process.on('message', async (seconds) => {
  process.send(await measure(seconds));
});
console.log('ready at http://127.0.0.1:0');
