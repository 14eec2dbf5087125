// Writes the package as a wheel, which `pip install` takes from an address without a build. The argument names the folder.
// The name has a digest of the content, as that of the other client.
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (path) => readFileSync(join(folder, path));
const project = read('pyproject.toml').toString();
const valueOf = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)[1];
const dependencies = [...project.matchAll(/^dependencies = \[(.*)\]$/gm)].flatMap(([, list]) =>
  [...list.matchAll(/"(.*?)"/g)].map(([, requirement]) => requirement),
);
const stem = `${valueOf('name').replaceAll('-', '_')}-${valueOf('version')}`;

const metadata = [
  'Metadata-Version: 2.1',
  `Name: ${valueOf('name')}`,
  `Version: ${valueOf('version')}`,
  `Summary: ${valueOf('description')}`,
  `Requires-Python: ${valueOf('requires-python')}`,
  ...dependencies.map((requirement) => `Requires-Dist: ${requirement}`),
  'Description-Content-Type: text/markdown',
  '',
  read('README.md').toString(),
].join('\n');
const modules = readdirSync(join(folder, 'hegemon_client')).filter((name) => /\.py$|^py\.typed$/.test(name));
const files = [
  ...modules.map((name) => [`hegemon_client/${name}`, read(`hegemon_client/${name}`)]),
  [`${stem}.dist-info/LICENSE`, read('LICENSE')],
  [`${stem}.dist-info/METADATA`, Buffer.from(metadata)],
  [
    `${stem}.dist-info/WHEEL`,
    Buffer.from('Wheel-Version: 1.0\nGenerator: hegemon\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  ],
];
const record = `${stem}.dist-info/RECORD`;
files.push([
  record,
  Buffer.from([...files.map(([name]) => name), record].map((name) => `${name},,\n`).join('')),
]);

// Equal contents give equal archives: all files have the earliest date of the format, and -rw-r--r-- of Unix.
const archive = zipSync(Object.fromEntries(files), {
  mtime: '1980-01-01T00:00:00',
  os: 3,
  attrs: 0o100644 << 16,
});

const target = process.argv[2] ?? '.';
mkdirSync(target, { recursive: true });
// A build tag, which begins with a digit.
const build = `0${createHash('sha256').update(archive).digest('hex').slice(0, 12)}`;
writeFileSync(join(target, `${stem}-${build}-py3-none-any.whl`), archive);
