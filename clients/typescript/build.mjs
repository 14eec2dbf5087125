// Builds dist/client.js, the package's one module, from src/client of this project. `npm pack` runs it.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
await esbuild.build({
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  entryPoints: ['src/client/client.ts'],
  outfile: 'clients/typescript/dist/client.js',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  packages: 'external',
});
