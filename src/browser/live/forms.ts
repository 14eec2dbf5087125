/**
 * Sends forms marked `data-in-place` by script, one after the other, and morphs the response into the page. `data-in-
 * place="clear"` empties the form after a success.
 */
import { hideBanner, showBanner } from './banner.ts';
import { addedFields, applyResponse, ownAddress, request } from './refresh.ts';

const retryMs = 2_000;
const patienceMs = 60_000;

const pending = new WeakSet<HTMLFormElement>();
let lastOrder: Promise<unknown> = Promise.resolve();
let countdown: ReturnType<typeof setInterval> | null = null;

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.inPlace === undefined) return;
  // A GET only shows a page, whose address needs no key.
  if (event.submitter?.getAttribute('formmethod') === 'get') {
    form.querySelector('input[name="form_key"]')?.remove();
    return;
  }
  event.preventDefault();
  // A second click would order one more level.
  if (pending.has(form)) return;
  pending.add(form);
  event.submitter?.setAttribute('aria-busy', 'true');
  // The forms of the game have no file fields.
  const fields = [...new FormData(form, event.submitter)] as [string, string][];
  const action = event.submitter?.getAttribute('formaction') ?? form.action;
  void sendOrder(action, fields, form).then((isShown) => {
    if (isShown && form.dataset.inPlace === 'clear' && document.querySelector('.said.refusal') === null)
      form.reset();
    pending.delete(form);
    event.submitter?.removeAttribute('aria-busy');
  });
});

/**
 * Shows the response, or follows a redirect to another page. Resolves with whether this page shows it.
 * @param form shows a refusal below itself if the page has no slot for it
 */
export function sendOrder(
  action: string,
  fields: [string, string][],
  form: HTMLFormElement | null = null,
): Promise<boolean> {
  const order = lastOrder.then(() => send(action, fields, form));
  lastOrder = order;
  return order;
}

async function send(
  action: string,
  fields: [string, string][],
  form: HTMLFormElement | null,
): Promise<boolean> {
  hideBanner('order');
  const anchor = new URL(action, location.href).hash.slice(1);
  const slot = document.querySelector(`[data-answer="${CSS.escape(anchor)}"]`);
  const host = slot ?? form;
  const body = new URLSearchParams([...fields, ...Object.entries(addedFields())]);
  const formKey = document.querySelector<HTMLInputElement>('input[name="form_key"]');
  if (formKey !== null && !body.has(formKey.name)) body.set(formKey.name, formKey.value);
  const loaded = await ask(action, body, host);
  if (loaded === null) {
    say(
      host,
      'No answer: the server cannot be reached. Look at what has happened when you are connected again.',
    );
    return false;
  }
  const { response, fresh } = loaded;
  if (response.status === 429) {
    sayWait(host, Number(response.headers.get('retry-after') ?? '10'));
    return false;
  }
  const { page } = fresh.body.dataset;
  if (page === undefined && !response.redirected) {
    // An error page, for example for an unreachable database. This page has not changed.
    const words = [...fresh.querySelectorAll('h1, .advice')].map((element) => element.textContent);
    say(host, words.join('. '));
    return false;
  }
  if (page?.split('?')[0] !== ownAddress().split('?')[0]) {
    location.assign(response.url);
    return false;
  }
  clear();
  applyResponse(fresh);
  const said = document.querySelector<HTMLElement>('.said');
  said?.scrollIntoView({ block: 'nearest' });
  if (said !== null && document.activeElement === document.body) {
    // The pressed button has left the page.
    said.tabIndex = -1;
    said.focus({ preventScroll: true });
  }
  return true;
}

/** Retries for a minute: the server carries out one form key once. */
async function ask(action: string, body: URLSearchParams, host: Element | null): ReturnType<typeof request> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const loaded = await request(new Request(action, { method: 'POST', body }));
    if (loaded !== null || Date.now() > giveUpAt) return loaded;
    say(host, 'No answer yet: checking whether it arrived.');
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

function clear(): void {
  if (countdown !== null) clearInterval(countdown);
  for (const message of document.querySelectorAll('.said')) message.remove();
}

/** Until the next order: in a slot, below a form, or in the banner. */
function say(host: Element | null, text: string): HTMLElement | null {
  clear();
  if (host === null) {
    showBanner('order', text);
    return null;
  }
  const message = document.createElement('p');
  message.className = 'said refusal';
  message.id = 'refusal';
  message.role = 'alert';
  message.textContent = text;
  if (host instanceof HTMLFormElement) host.after(message);
  else host.prepend(message);
  message.scrollIntoView({ block: 'nearest' });
  return message;
}

/** What was typed stays. */
function sayWait(host: Element | null, seconds: number): void {
  const words = 'You are too fast for the server. Your next order is possible in';
  const endsAt = Date.now() + seconds * 1000;
  const message = say(host, `${words} ${seconds} s.`);
  if (message === null) return;
  // Screen readers announce it once, not every second.
  message.ariaLive = 'off';
  countdown = setInterval(() => {
    const left = Math.ceil((endsAt - Date.now()) / 1000);
    if (left <= 0) clear();
    else message.textContent = `${words} ${left} s.`;
  }, 1000);
}

// The buttons beside a number field add a number to it, or set its maximum.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
  const input = button?.parentElement?.querySelector('input');
  if (button === null || !input) return;
  const { step = '' } = button.dataset;
  const [typed, max] = [
    /^\d{1,6}$/.test(input.value.trim()) ? Number(input.value) : 0,
    Number(input.dataset.max),
  ];
  input.value = String(step === 'max' ? max : typed + Number(step));
  input.dispatchEvent(new Event('input', { bubbles: true }));
});
