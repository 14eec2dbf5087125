/**
 * Orders without a new page: a form marked `data-in-place` is sent by script and its answer, with what was done or
 * why not, is morphed into the page where the reader is. Without script it is an ordinary form.
 */
import { sendForm } from './refresh.ts';

const underWay = new WeakSet<HTMLFormElement>();

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.inPlace === undefined) return;
  event.preventDefault();
  // An impatient second press would order one level more.
  if (underWay.has(form)) return;
  underWay.add(form);
  void sendForm(form, event.submitter).finally(() => underWay.delete(form));
});
