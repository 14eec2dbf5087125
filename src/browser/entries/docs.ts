/** Shows the OpenAPI document with Swagger UI, which sends requests with the reader's session or a token. */

declare const SwaggerUIBundle: (options: object) => void;
type Component = (props: never) => unknown;
interface System {
  React: {
    createElement: (type: string | Component, props: object | null, ...children: unknown[]) => unknown;
  };
}
type Scheme = ReadonlyMap<string, unknown>;
type SchemeSelector = (...args: unknown[]) => { filter: (isShown: (scheme: Scheme) => boolean) => unknown };
interface LayoutProps {
  getComponent: (name: string, isContainer: true) => Component;
  specSelectors: { loadingStatus: () => string };
}

/** The browser sends the cookie of the reader's session, and no script can set it. */
const withoutCookie =
  (original: SchemeSelector): ((...args: unknown[]) => unknown) =>
  (...args) =>
    original(...args).filter((scheme) => !scheme.has('cookie'));

/** The page has its own heading and `main`. No part offers another server. */
function plugin({ React: { createElement } }: System) {
  return {
    components: {
      PageLayout: ({ getComponent, specSelectors }: LayoutProps) => {
        const status = specSelectors.loadingStatus();
        if (status === 'failed') return 'The document cannot be loaded. Reload the page to try again.';
        if (status !== 'success') return 'Loading …';
        const parts = ['InfoContainer', 'AuthorizeBtnContainer', 'operations', 'Models'];
        const children = parts.map((name) => createElement(getComponent(name, true), null));
        return createElement('div', { className: 'swagger-ui' }, ...children);
      },
    },
    statePlugins: {
      auth: {
        wrapSelectors: {
          definitionsToAuthorize: withoutCookie,
          definitionsForRequirements: withoutCookie,
        },
      },
    },
    wrapComponents: {
      // A link in it, a part of a button, could not be reached by keyboard.
      DeepLink:
        () =>
        ({ text }: { text: string }) =>
          text,
      // They have no label of their own.
      CloseIcon: () => () => 'Close',
      ExamplesSelect: (original: Component) => (props: object) =>
        createElement(
          'label',
          null,
          createElement('span', { className: 'unseen' }, 'Example'),
          createElement(original, props),
        ),
      TextArea: (original: Component) => (props: object) =>
        createElement(original, { 'aria-label': 'Body', ...props }),
    },
  };
}

const chosen = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content;
const system = matchMedia('(prefers-color-scheme: dark)');

/** The page names both schemes if the reader has chosen none. */
function followScheme(): void {
  const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
}

system.addEventListener('change', followScheme);
followScheme();

document.addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
    url: '/api/openapi.json',
    domNode: document.getElementById('api'),
    layout: 'PageLayout',
    deepLinking: true,
    // The page may be open at another address of the server than its BASE_URL.
    validatorUrl: null,
    requestInterceptor: (request: { url: string }) => {
      const { pathname, search } = new URL(request.url, location.origin);
      return Object.assign(request, { url: location.origin + pathname + search });
    },
    // Its colours are too faint on our paper.
    syntaxHighlight: { activated: false },
    plugins: [plugin],
  });
});
