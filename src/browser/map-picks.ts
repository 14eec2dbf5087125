/** Keeps the selected army and target across refreshes while the same tile is chosen. */

/** Ids of the selected inputs by field name; empty for no selection. */
let picked = new Map<string, string>();
let pickedAt: string | undefined;

function choices(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('#map-send input[type="radio"]')];
}

/** The focused input stays as it was before the refresh. */
function isBarred(choice: HTMLInputElement): boolean {
  return choice.disabled || choice.closest('.barred') !== null;
}

/** The next morph must not take the selection for typed. */
function remember(): void {
  for (const choice of choices()) choice.defaultChecked = choice.checked;
  picked = new Map(choices().map(({ name }) => [name, '']));
  for (const { checked, name, id } of choices()) if (checked) picked.set(name, id);
}

/** An impossible selection becomes empty. */
export function keepPicks(at: string | undefined): void {
  if (at === pickedAt) {
    for (const choice of choices()) {
      const id = picked.get(choice.name);
      if (id !== undefined) choice.checked = choice.id === id && !isBarred(choice);
    }
  }
  pickedAt = at;
  remember();
}

export function watchPicks(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && choices().includes(target)) remember();
  });
}
