/** Every form of the pages, from their list: a refusal keeps what was typed, but no password, and its fields name its words. */
import { beforeAll, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { useMailCatcher } from '../support/mail-catcher.ts';
import { createPlayer } from '../support/players.ts';
import { readRoutes } from '../support/routes.ts';
import { openPages, setScene } from '../browser/scene.ts';
import { Browser, type Page } from './browser.ts';

const catcher = useMailCatcher();
const game = useTestGame(() => ({ isDemo: true, smtpUrl: catcher.url }));

interface Control {
  name: string;
  /** The type of an input, `textarea` or `select`. */
  kind: string;
  value: string;
  isOn: boolean;
  /** The ids of the elements that say what is wrong; null if nothing is. */
  reasons: string[] | null;
}

interface Form {
  path: string;
  controls: Control[];
}

const entities: Record<string, string> = { lt: '<', gt: '>', '#34': '"', quot: '"', '#39': "'", amp: '&' };
const unescape = (text: string): string =>
  text.replaceAll(/&([\w#]+);/g, (entity, name: string) => entities[name] ?? entity);

function attribute(tag: string, name: string): string | null {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? null : unescape(value);
}

function readControl(all: string): Control {
  const [tag = '', element = ''] = /^<(\w+)[^>]*>/.exec(all) ?? [];
  const kind = element === 'input' ? (attribute(tag, 'type') ?? 'text') : element;
  const options = [...all.matchAll(/<option\b[^>]*>/g)].map(([option]) => option);
  const chosen = options.find((option) => / selected[ >]/.test(option)) ?? options[0] ?? '';
  const [, text] = /^<textarea[^>]*>\n?([^]*)<\/textarea>$/.exec(all) ?? [];
  return {
    ...{ name: attribute(tag, 'name') ?? '', kind, isOn: / checked[ >]/.test(tag) },
    value: text === undefined ? (attribute(kind === 'select' ? chosen : tag, 'value') ?? '') : unescape(text),
    reasons:
      attribute(tag, 'aria-invalid') === 'true'
        ? (attribute(tag, 'aria-describedby') ?? '').split(' ')
        : null,
  };
}

/** The forms of a page that change something, each as often as it has addresses. */
function formsOf({ html }: Page): Form[] {
  return [...html.matchAll(/<form\b[^>]*method="post"[^>]*>[^]*?<\/form>/g)].flatMap(([form]) => {
    const controls = [...form.matchAll(/<input\b[^>]*>|<(textarea|select)\b[^]*?<\/\1>/g)]
      .map(([all]) => readControl(all))
      .filter(({ name }) => name !== '' && name !== 'form_key');
    const paths = [...form.matchAll(/ (?:form)?action="([^"#]*)/g)].map(([, path = '']) => unescape(path));
    return paths.map((path) => ({ path, controls }));
  });
}

const secret = 'a secret guess';
const typedKinds = new Set(['text', 'number', 'email', 'search', 'textarea', 'password']);
const hasText = ({ controls }: Form): boolean => controls.some(({ kind }) => typedKinds.has(kind));

/** What is sent by somebody who mistypes everything. */
function mistype({ kind, name, value }: Control): string {
  if (kind === 'checkbox') return 'on';
  if (kind === 'password') return name.startsWith('confirm') ? `${secret} again` : secret;
  return typedKinds.has(kind) ? `$& <b>"${name}"</b> ${'x'.repeat(100)}\u202e` : value;
}

/** The pages with their readers, from which every form is found: those of the scene, and of players at the beginning. */
async function readForms(): Promise<Map<string, { form: Form; by: Browser }>> {
  const { ann, bob, pages } = await setScene(game);
  const { x, y } = bob.tile;
  const visits: [Browser, string[]][] = [
    [new Browser(game, ann.cookie), pages],
    [new Browser(game, bob.cookie), ['/alliances', `/map?x=${x}&y=${y}&found=1&at=${x - 9},${y + 9}`]],
    [new Browser(game, (await createPlayer(game)).cookie), ['/dashboard']],
    [new Browser(game), [...openPages, '/reset-password?token=x', '/confirm-email?token=x']],
  ];
  const found = new Map<string, { form: Form; by: Browser }>();
  for (const [by, paths] of visits) {
    for (const path of paths)
      for (const form of formsOf(await by.open(path))) {
        const name = form.path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id').replace(/(\/act\/).*/, '$1:id');
        if (!found.has(name)) found.set(name, { form, by });
      }
  }
  return found;
}

const forms = new Map<string, { form: Form; by: Browser }>();
beforeAll(async () => {
  for (const [name, found] of await readForms()) forms.set(name, found);
});

/** Those that no page of the scene shows: buttons, choices from a list, and other addresses of forms that it shows. */
const elsewhere: string[] = [
  '/account/alarms/device/:/remove',
  '/account/alarms/device/:/test',
  '/account/leave',
  '/account/leave/end',
  '/account/session/:/end',
  '/account/sessions/end-others',
  '/account/token/:/revoke',
  '/alliance/:/apply',
  '/alliance/:/decline',
  '/alliance/:/guard',
  '/alliance/:/join',
  '/alliance/:/report-name',
  '/armies/:/merge',
  '/battle/:/share/revoke',
  '/blocks/:/end',
  '/city/:/order/:/cancel',
  '/dashboard/city/:/train',
  '/dashboard/plan',
  '/dashboard/wake',
  '/dashboard/wake/end',
  '/map/attack',
  '/map/guard',
  '/messages/:/unblock',
  '/unsubscribe/:',
];

it('the pages have every form', () => {
  const shown = new Set([...forms.keys()].map((path) => path.replaceAll(':id', ':')));
  const { endpoints, others } = readRoutes(game);
  const posts = others.filter(
    ({ method, path }) => method === 'post' && !endpoints.some((json) => json.path === path),
  );
  const missing = posts.map(({ path }) => path.replaceAll(/:\w+/g, ':')).filter((path) => !shown.has(path));
  expect(missing.sort()).toEqual(elsewhere);
});

it('a refusal keeps what was typed, but no password, and its fields name its words', async () => {
  const wrong: string[] = [];
  let refused = 0;
  for (const [name, { form, by }] of forms) {
    if (!hasText(form) || name === '/map') continue;
    const sent = Object.fromEntries(form.controls.map((control) => [control.name, mistype(control)]));
    const answer = await by.sendForm(form.path, sent);
    const isSame = ({ path, controls }: Form): boolean =>
      path === form.path &&
      controls.every(({ kind, name: field, value }) => kind !== 'hidden' || sent[field] === value);
    const controls = formsOf(answer).find(isSame)?.controls ?? [];
    const kept = controls.map((control) => {
      const { kind, name: field, value, isOn } = control;
      return [field, kind === 'checkbox' || kind === 'radio' ? isOn : value];
    });
    const typed = form.controls.map(({ kind, name: field, value }) => {
      if (kind === 'checkbox') return [field, true];
      return [field, kind === 'radio' ? value === sent[field] : kind === 'password' ? '' : sent[field]];
    });
    const invalid = controls.filter(({ reasons }) => reasons !== null);
    const unnamed = invalid.filter(
      ({ reasons }) =>
        !reasons?.some(
          (id) => /refusal|mistake/.test(id) && new RegExp(` id="${id}"[^>]*>[^<]`).test(answer.html),
        ),
    );
    refused += 1;
    try {
      expect(kept).toEqual(typed);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);

      expect(answer.html).not.toContain(secret);
      // What the world refuses is no mistake of a field.
      if (answer.status < 404) expect(invalid).not.toEqual([]);
      expect(unnamed).toEqual([]);
    } catch (error) {
      wrong.push(`${name}: ${answer.status} ${String(error)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(20);
});
