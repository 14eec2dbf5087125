// Bundles the libraries of the server into dist/vendor, with their licences. What package.json lists in `dependencies`
// is installed instead: native code, what starts threads from files of its own, and what hegemon/client imports.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const dist = join(project, 'dist');
const vendorFolder = join(dist, 'vendor');
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const installed = Object.keys(manifestOf(project).dependencies);
export const serverTarget = { platform: 'node', target: 'node20.19' };

/** Sends imports of libraries to their files in dist/vendor, and collects their names. Installed packages keep theirs. */
export const addressOfLibrary = (libraries) => (path, folder) => {
  if (path.startsWith('.') || isBuiltin(path) || installed.includes(path)) return path;
  libraries.add(path);
  const output = join(dist, relative(join(project, 'src'), folder));
  return relative(output, join(vendorFolder, `${path}.js`)).replaceAll('\\', '/');
};

/** CommonJS modules call `require` for modules of Node, and some name their folder. */
const requireForLibraries = `import { createRequire as createVendorRequire } from 'node:module';
const require = createVendorRequire(import.meta.url), __dirname = import.meta.dirname;`;

const vendorOptions = (entryPoints) => ({
  entryPoints,
  outdir: vendorFolder,
  ...serverTarget,
  splitting: true,
  metafile: true,
  minifyWhitespace: true,
  minifySyntax: true,
  external: installed,
  banner: { js: requireForLibraries },
});

/** The licences of the packages of a bundle, which must accompany their code. */
function listLicences({ inputs }) {
  const folders = Object.keys(inputs).map(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0],
  );
  const texts = [...new Set(folders)].filter(Boolean).map((folder) => {
    const { name, version, license } = manifestOf(join(project, folder));
    const file = readdirSync(join(project, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : readFileSync(join(project, folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Bundles libraries into dist/vendor, so that a package installs few others. Each becomes a module with the same
 * exports; what libraries share is in modules of its own, so that it exists once.
 */
export async function bundleLibraries(libraries, run) {
  mkdirSync(vendorFolder, { recursive: true });
  const entries = [];
  for (const name of libraries) {
    const names = Object.keys(await import(name)).filter((key) => /^(?!__)[\w$]+$/.test(key));
    const entry = join(vendorFolder, `${name}.mjs`);
    writeFileSync(entry, `export { ${names.join(', ')} } from '${name}';\n`);
    entries.push(entry);
  }
  const { metafile } = await run(vendorOptions(entries));
  for (const entry of entries) rmSync(entry);
  const head = 'This folder contains code of these packages, of which npm has the sources.\n\n';
  writeFileSync(join(vendorFolder, 'LICENCES.txt'), head + listLicences(metafile));
}
