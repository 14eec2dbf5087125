/**
 * In-place orders: sends forms marked `data-in-place` by script and morphs the response, with its notice or refusal,
 * into the current page. Without script they are ordinary forms.
 */
import { sendForm } from './refresh.ts';

const pending = new WeakSet<HTMLFormElement>();

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.inPlace === undefined) return;
  event.preventDefault();
  // A second click while the form is being sent would order one more level.
  if (pending.has(form)) return;
  pending.add(form);
  void sendForm(form, event.submitter).finally(() => pending.delete(form));
});
