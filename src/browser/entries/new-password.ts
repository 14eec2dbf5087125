/** Forms with a new password, which can be shown. The second field repeats the first until it is typed in. */
const fieldOf = (id: string | undefined): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`#${id ?? 'none'}`);

function repeatPasswords(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-repeats]')) {
    const [typed, second] = [fieldOf(part.dataset.repeats), part.querySelector('input')];
    if (typed !== null && second !== null) second.value = typed.value;
  }
}

function showPassword(button: HTMLElement, isShown: boolean): void {
  const field = fieldOf(button.dataset.show);
  if (field !== null) field.type = isShown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(isShown));
  button.textContent = isShown ? 'Hide the password' : 'Show the password';
}

document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLElement && target.dataset.show !== undefined)
    showPassword(target, target.getAttribute('aria-pressed') !== 'true');
});

/** A refused form keeps its passwords, which no page of the server repeats. */
async function send(form: HTMLFormElement): Promise<void> {
  const fields = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  if (response.type === 'opaqueredirect') {
    // Without a session, it leads to the login, which shows the notice.
    location.assign('/dashboard');
    return;
  }
  const refused = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const [name, value] of fields) {
    const field = refused.querySelector<HTMLInputElement>(`[name="${name ?? ''}"]`);
    if (field !== null) field.value = value ?? '';
  }
  document.querySelector('main')?.replaceWith(refused.querySelector('main') ?? '');
  document.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
}

let isSending = false;
document.addEventListener('submit', (event) => {
  const { target: form } = event;
  if (!(form instanceof HTMLFormElement) || !form.noValidate) return;
  event.preventDefault();
  // The account of the first request would make the second fail.
  if (isSending) return;
  isSending = true;
  // Password managers store only hidden passwords.
  for (const button of form.querySelectorAll<HTMLElement>('[data-show]')) showPassword(button, false);
  repeatPasswords();
  void send(form)
    .catch(() => form.submit())
    .finally(() => {
      isSending = false;
    });
});

document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLElement) target.closest('[data-repeats]')?.removeAttribute('data-repeats');
  repeatPasswords();
});
