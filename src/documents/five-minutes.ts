/** The first five minutes with the API, in three languages: register, log in, found, build, and hear live events. */
import { readFileSync } from 'node:fs';
import { version } from '../kernel/version.ts';

/** What a reader's programs contain. The values need no quoting in shell, JavaScript or Python. */
export type ReaderValues = Readonly<{
  /** Scheme, host and port of the server. */
  origin: string;
  username: string;
  password: string;
}>;

/** A text that a reader copies; `text` says where to. */
interface Step {
  text: string;
  code: string;
}

export interface Language {
  id: string;
  name: string;
  steps: readonly Step[];
  /** What to know about the printed lines; backticks mark code. */
  notes: readonly string[];
}

const folder = new URL('../../documents/five-minutes/', import.meta.url);

/** A program of documents/five-minutes with the values of a reader. */
function program(file: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(new URL(file, folder), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** Programs that read the reader's empire with an API token, by language. */
export function tokenPrograms(values: { origin: string; token: string }): readonly Step[] {
  return [
    { text: 'In a terminal, with `curl`:', code: program('token.sh', values) },
    { text: 'In JavaScript, with the client below, as `empire.mjs`:', code: program('token.mjs', values) },
    { text: 'In Python, with the client below, as `empire.py`:', code: program('token.py', values) },
  ];
}

/** The names of the packages below /clients; scripts/build.mjs makes them. */
const npmPackage = `hegemon-game-client-${version}.tgz`;
const wheel = `hegemon_client-${version}-py3-none-any.whl`;

/** The steps of every language, with the values of a reader. */
export function fiveMinutes(reader: ReaderValues): readonly Language[] {
  const { origin } = reader;
  return [
    {
      id: 'curl',
      name: 'curl',
      steps: [
        { text: 'Paste this into a terminal with `bash` and `curl`:', code: program('play.sh', reader) },
      ],
      notes: [
        'Every message begins with its kind: `42` is an event, `2` asks whether you are still there, and `3` is the answer.',
      ],
    },
    {
      id: 'javascript',
      name: 'JavaScript',
      steps: [
        {
          text: 'In an empty folder, install the typed client of this server:',
          code: `npm install ${origin}/clients/${npmPackage}\n`,
        },
        { text: 'Save this as `play.mjs`:', code: program('play.mjs', reader) },
        { text: 'Run it with Node 20.19 or newer:', code: 'node play.mjs\n' },
      ],
      notes: [],
    },
    {
      id: 'python',
      name: 'Python',
      steps: [
        {
          text: 'In an empty folder, install the client of this server. It needs Python 3.9 or newer:',
          code: `python3 -m venv .venv\n.venv/bin/pip install ${origin}/clients/${wheel}\n`,
        },
        { text: 'Save this as `play.py`:', code: program('play.py', reader) },
        { text: 'Run it (on Windows: `.venv\\Scripts\\python`):', code: '.venv/bin/python play.py\n' },
      ],
      notes: [],
    },
  ];
}
