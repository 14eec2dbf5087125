/** The first five minutes with the API, in three languages: register, log in, found, build, and hear live events. */
import { version } from './version.ts';

/** What a reader's programs contain. The values need no quoting in shell, TypeScript or Python. */
export interface ReaderValues {
  /** Scheme, host and port of the server. */
  origin: string;
  username: string;
  password: string;
}

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

const shellProgram = ({ origin, username, password }: ReaderValues): string => `URL=${origin}
NAME=${username}
PASSWORD=${password}
json() { curl -sS -H 'Content-Type: application/json' "$@"; echo; }
field() { grep -o '"'$1'":"[^"]*"' | head -n 1 | cut -d '"' -f 4; }

# 1. Register.
json $URL/register -d '{"username":"'$NAME'","email":"'$NAME'@example.org",
  "password":"'$PASSWORD'","confirm_password":"'$PASSWORD'"}'

# 2. Log in. The answer has a token, which every later request carries.
LOGIN='{"username":"'$NAME'","password":"'$PASSWORD'"}'
TOKEN=$(json $URL/login -d "$LOGIN" | field token)
AUTH="Authorization: Bearer $TOKEN"
echo $AUTH

# 3. Found an empire near the middle of the map.
json -H "$AUTH" $URL/api/empire \\
  -d '{"name":"Realm of '$NAME'","starting_location":{"x":0,"y":0}}'
EMPIRE=$(json -H "$AUTH" $URL/api/user/profile | field empire_id)

# 4. Build a farm in its capital.
CITY=$(json -H "$AUTH" $URL/api/empire/$EMPIRE/cities | field id)
json -H "$AUTH" $URL/api/city/$CITY/buildings -d '{"type":"farm"}'

# 5. Listen until the farm is finished: Socket.IO over plain HTTP.
LIVE="$URL/socket.io/?EIO=4&transport=polling"
SID=$(curl -sS "$LIVE" | field sid)
send() { curl -sS "$LIVE&sid=$SID" -o /dev/null -d "$1"; }
receive() { curl -sSf "$LIVE&sid=$SID"; }
send '40{"token":"'$TOKEN'"}' && receive && echo
send '42["join_empire",{"empire_id":"'$EMPIRE'","after":0}]'
while EVENTS=$(receive); do
  echo "$EVENTS" | tr '\\036' '\\n'
  send 3
  case $EVENTS in *'"type":"construction_complete"'*) break ;; esac
done
`;

const typeScriptProgram = ({ origin, username, password }: ReaderValues): string =>
  `import { createClient, unwrap, type EmpireEvent } from 'hegemon-client';

const username = '${username}';
const password = '${password}';
const hegemon = createClient({ url: '${origin}' });

// 1. Register. A refusal is a value: in a second run, the name is yours already.
const email = \`\${username}@example.org\`;
await hegemon.register({ username, email, password, confirm_password: password });

// 2. Log in. The answer has a token, which the client sends with every later call.
const { token } = unwrap(await hegemon.logIn({ username, password }));
console.log('token', token);

// 3. Found an empire near the middle of the map.
const founding = { name: \`Realm of \${username}\`, starting_location: { x: 0, y: 0 } };
const { empire_id } = unwrap(await hegemon.readProfile());
const empire = empire_id ?? unwrap(await hegemon.foundEmpire(founding)).empire.id;

// 4. Build a farm in its capital.
const [capital] = unwrap(await hegemon.listCities(empire)).cities;
const { order } = unwrap(await hegemon.build(capital.id, { type: 'farm' }));
console.log('farm to level', order.to_level, 'at', order.completes_at);

// 5. Listen until the farm is finished.
const isFinished = ({ type, data }: EmpireEvent): boolean =>
  type === 'construction_complete' && data.building.level === order.to_level;
const live = hegemon.live(empire, { after: 0 });
live.on('empire_update', ({ seq, changes }) => {
  console.log('seq', seq, changes.resources);
});
live.on('empire_event', ({ event }) => {
  console.log('event.number', event.number, event.type);
  if (isFinished(event)) live.close();
});
`;

const pythonProgram = ({ origin, username, password }: ReaderValues): string =>
  `from hegemon_client import Client, Refusal

name = '${username}'
password = '${password}'
game = Client('${origin}')

# 1. Register. In a second run, the name is yours already.
try:
    game.register(name, f'{name}@example.org', password, password)
except Refusal as refusal:
    print(refusal)

# 2. Log in. The answer has a token, which the client sends with every later call.
print('token', game.log_in(name, password)['token'])

# 3. Found an empire near the middle of the map.
empire = game.read_profile()['empire_id']
if empire is None:
    empire = game.found_empire(f'Realm of {name}', {'x': 0, 'y': 0})['empire']['id']

# 4. Build a farm in its capital.
capital = game.list_cities(empire)['cities'][0]
order = game.build(capital['id'], 'farm')['order']
print('farm to level', order['to_level'], 'at', order['completes_at'])

# 5. Listen until the farm is finished.
def is_finished(event):
    is_building = event['type'] == 'construction_complete'
    return is_building and event['data']['building']['level'] == order['to_level']

live = game.live(empire, after=0)
for kind, data in live:
    if kind == 'empire_update':
        print('seq', data['seq'], data['changes']['resources'])
    elif kind == 'empire_event':
        print('event.number', data['event']['number'], data['event']['type'])
        if is_finished(data['event']):
            live.close()
`;

/** The names of the packages below /clients; scripts/build.mjs makes them. */
const npmPackage = `hegemon-client-${version}.tgz`;
const wheel = `hegemon_client-${version}-py3-none-any.whl`;

/** The steps of every language, with the values of a reader. */
export function fiveMinutes(reader: ReaderValues): readonly Language[] {
  const { origin } = reader;
  return [
    {
      id: 'curl',
      name: 'curl',
      steps: [{ text: 'Paste this into a terminal with `bash` and `curl`:', code: shellProgram(reader) }],
      notes: [
        'Every message begins with its kind: `42` is an event, `2` asks whether you are still there, and `3` is the answer.',
      ],
    },
    {
      id: 'typescript',
      name: 'TypeScript',
      steps: [
        {
          text: 'In an empty folder, install the typed client of this server:',
          code: `npm install ${origin}/clients/${npmPackage}\n`,
        },
        { text: 'Save this as `play.mts`:', code: typeScriptProgram(reader) },
        { text: 'Run it with Node 22.18 or newer:', code: 'node play.mts\n' },
        { text: 'Or with Node 20.19 or newer:', code: 'npx --yes tsx play.mts\n' },
      ],
      notes: [],
    },
    {
      id: 'python',
      name: 'Python',
      steps: [
        {
          text: 'In an empty folder, install the typed client of this server. It needs Python 3.9 or newer:',
          code: `python3 -m venv .venv\n.venv/bin/pip install ${origin}/clients/${wheel}\n`,
        },
        { text: 'Save this as `play.py`:', code: pythonProgram(reader) },
        { text: 'Run it:', code: '.venv/bin/python play.py\n' },
      ],
      notes: [],
    },
  ];
}
