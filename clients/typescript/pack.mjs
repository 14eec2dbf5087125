// Writes the package as `npm pack` does, without npm, which a server may not have. The argument names the folder. The name
// has a digest of the content: lockfiles refuse another content under the same address.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'tar';
import './build.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const { name, version, files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const stem = `${name.replace('@', '').replace('/', '-')}-${version}`;
const target = resolve(process.argv[2] ?? '.');
mkdirSync(target, { recursive: true });
const unnamed = join(target, `${stem}.part`);
await create(
  {
    file: unnamed,
    cwd: folder,
    prefix: 'package',
    gzip: true,
    // Equal contents give equal archives.
    portable: true,
    mtime: new Date(0),
  },
  ['package.json', 'README.md', 'LICENSE', ...files],
);
const digest = createHash('sha256').update(readFileSync(unnamed)).digest('hex').slice(0, 12);
renameSync(unnamed, join(target, `${stem}-${digest}.tgz`));
