/** Warns of a new password that is easy to guess. It may be used all the same: the server asks for six characters only. */
const warningOf = ({ target }: Event): HTMLElement | null =>
  target instanceof HTMLInputElement ? document.querySelector(`[data-strength-of="${target.id}"]`) : null;

const valueOf = (id: string): string => document.querySelector<HTMLInputElement>(`#${id}`)?.value ?? '';

async function updateWarning(field: HTMLInputElement, warning: HTMLElement): Promise<void> {
  const { describeWeakness } = await import('./password-strength.ts');
  const known = [valueOf('username'), valueOf('email'), ...(warning.dataset.known ?? '').split(' ')];
  warning.textContent = field.value === '' ? '' : describeWeakness(field.value, known);
}

document.addEventListener('input', (event) => {
  const warning = warningOf(event);
  if (warning !== null) void updateWarning(event.target as HTMLInputElement, warning);
});
// Loads the estimate before the first character is typed.
document.addEventListener('focusin', (event) => {
  if (warningOf(event) !== null) void import('./password-strength.ts');
});
