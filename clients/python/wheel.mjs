// Writes the package as a wheel, which `pip install` takes from an address without a build. The argument names the folder.
import { Buffer } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

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

const u16 = (value) => Buffer.from([value & 255, value >> 8]);
const u32 = (value) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);

/** A zip archive of uncompressed files. All are dated 1980-01-01, so that equal contents give equal archives. */
function zip(entries) {
  const [locals, directory] = [[], []];
  let offset = 0;
  for (const [name, content] of entries) {
    const path = Buffer.from(name);
    const shared = Buffer.concat([
      // The needed version, flags, method, time and date.
      ...[20, 0, 0, 0, 0x21].map(u16),
      ...[crc32(content), content.length, content.length].map(u32),
      // The lengths of the name and of the extra field.
      ...[path.length, 0].map(u16),
    ]);
    locals.push(u32(0x04034b50), shared, path, content);
    // Of the maker: Unix, version 2.0. After the shared part: no comment, disk 0, no internal attributes; -rw-r--r--.
    directory.push(
      u32(0x02014b50),
      u16(0x0314),
      shared,
      ...[0, 0, 0].map(u16),
      u32(0x81a40000),
      u32(offset),
      path,
    );
    offset += 4 + shared.length + path.length + content.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const { length } = entries;
  const end = [u32(0x06054b50), ...[0, 0, length, length].map(u16), u32(size), u32(offset), u16(0)];
  return Buffer.concat([...locals, ...directory, ...end]);
}

const target = process.argv[2] ?? '.';
mkdirSync(target, { recursive: true });
writeFileSync(join(target, `${stem}-py3-none-any.whl`), zip(files));
