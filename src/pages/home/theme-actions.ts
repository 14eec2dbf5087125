/** The switch between the colour schemes. */
import { z } from 'zod';
import { readLocalPath } from '../../http/sessions/authenticate.ts';
import { chooseTheme, themes } from '../../http/small-cookies.ts';
import { defineAction } from '../framework/action.ts';
import { homePage } from './page.ts';

/** The start page if the browser does not say. */
function pageBefore(referer: string | undefined): string {
  if (referer === undefined || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return readLocalPath(pathname + search) ?? '/';
}

export const themeActions = [
  defineAction('/theme', homePage, {
    senders: 'guest',
    anchor: () => null,
    body: z.object({ theme: z.enum(themes) }),
    run: ({ http, body, request, response }) => {
      chooseTheme(http.cookies, response, body.theme);
      return Promise.resolve({ notice: null, address: pageBefore(request.get('referer')) });
    },
  }),
];
