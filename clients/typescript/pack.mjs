// Writes the package as `npm pack` does, without npm, which a server may not have. The argument names the folder.
import { Buffer } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import './build.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const { name, version, files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const paths = [
  ...['package.json', 'README.md', 'LICENSE'],
  ...files.flatMap((part) => readdirSync(join(folder, part)).map((file) => `${part}/${file}`)),
];

const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')}\0`;

/** The header of a file in a tar archive. All are dated 1970-01-01, so that equal contents give equal archives. */
function header(path, size) {
  const block = Buffer.alloc(512);
  const write = (text, offset) => block.write(text, offset, 'latin1');
  write(path, 0);
  write(octal(0o644, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  write(octal(size, 11), 124);
  write(octal(0, 11), 136);
  write('0', 156);
  write('ustar\x0000', 257);
  // The checksum counts its own field as blanks.
  write(' '.repeat(8), 148);
  write(
    octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
  );
  return block;
}

const blocks = paths.flatMap((path) => {
  const content = readFileSync(join(folder, path));
  return [header(`package/${path}`, content.length), content, Buffer.alloc(-content.length & 511)];
});
const target = process.argv[2] ?? '.';
mkdirSync(target, { recursive: true });
writeFileSync(
  join(target, `${name}-${version}.tgz`),
  gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)])),
);
