// Writes the package as `npm pack` does, without npm, which a server may not have. The argument names the folder.
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'tar';
import './build.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const { name, version, files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
const target = resolve(process.argv[2] ?? '.');
mkdirSync(target, { recursive: true });
await create(
  {
    file: join(target, file),
    cwd: folder,
    prefix: 'package',
    gzip: true,
    // Equal contents give equal archives.
    portable: true,
    mtime: new Date(0),
  },
  ['package.json', 'README.md', 'LICENSE', ...files],
);
