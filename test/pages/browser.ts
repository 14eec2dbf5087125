/** A browser without JavaScript: it keeps cookies, opens pages and sends forms. */
import type { TestGame } from '../support/game.ts';

export interface Page {
  status: number;
  /** Target of the redirect, with its fragment; null without a redirect. */
  location: string | null;
  html: string;
}

/** The fields of a form; undefined ones are not sent. */
export type Fields = Partial<Record<string, string | number>>;

/** The text of some HTML without its times, blanks collapsed. */
export function wordsOf(markup: string): string {
  return markup
    .replace(/<\/a>(?=[.,])/g, '')
    .replace(/<time[\s\S]*?<\/time>|<[^>]*>/g, ' ')
    .replace(/[\s\u00a0\u2060]+/g, ' ')
    .trim();
}

/** Roughly the content of the element with this id: up to the next element with an id of that kind. */
export function partOf({ html }: Page, id: string): string {
  const start = html.indexOf(` id="${id}"`);
  if (start < 0) return '';
  const kind = id.startsWith('army-')
    ? /<(?:section|li)[^>]* id="/g
    : /<(?:article|section|li|details)[^>]* id="/g;
  kind.lastIndex = start + 1;
  const next = kind.exec(html);
  return html.slice(start, next?.index ?? html.length);
}

/** Its functions are its own members, so that `useNew` and `useOne` can copy them. */
export class Browser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor({ url }: Pick<TestGame, 'url'>, cookie?: string) {
    this.#url = url;
    const [name = '', value = ''] = cookie?.split(/=(.*)/s) ?? [];
    if (name !== '') this.#cookies.set(name, value);
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', cookie, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      location: response.headers.get('location'),
      // Names read as text; layout.test.ts has what is around them.
      html: (await response.text()).replace(/<\/?bdi[^>]*>/g, ''),
    };
  }

  readonly open = (path: string): Promise<Page> => this.#send(path, { method: 'GET' });

  /** The words of a page, or of the part with this id. */
  readonly words = async (path: string, id?: string): Promise<string> => {
    const page = await this.open(path);
    return wordsOf(id === undefined ? page.html : partOf(page, id));
  };

  /** Opens a page as the script of a hidden tab refreshes it. */
  readonly refreshHidden = (path: string): Promise<Page> =>
    this.#send(path, { method: 'GET', headers: { 'x-refresh': 'hidden' } });

  /** Sends a form without following the redirect. */
  readonly sendForm = (
    path: string,
    fields: Fields = {},
    headers: Record<string, string> = {},
  ): Promise<Page> => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) body.append(name, String(value));
    }
    return this.#send(path, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  };

  /** Sends a form and follows the redirect. */
  readonly submit = async (path: string, fields: Fields = {}): Promise<Page> => {
    const answer = await this.sendForm(path, fields);
    return answer.location === null ? answer : this.open(answer.location.replace(/#.*/, ''));
  };
}
