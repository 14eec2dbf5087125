/**
 * Who is picked to be sent, and against whom: it stays what the reader saw while the same tile is chosen, in
 * whatever order the server lists it next, and is the server's choice anew with another tile.
 */

/** The id of what is picked, by the name of the field; empty where nothing is. */
let picked = new Map<string, string>();
let pickedAt: string | undefined;

function choices(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('#map-send input[type="radio"]')];
}

/** Takes what is picked for what the page brought, so that the next drawing finds nothing filled in to work around. */
function remember(): void {
  for (const choice of choices()) choice.defaultChecked = choice.checked;
  picked = new Map(choices().map(({ name }) => [name, '']));
  for (const { checked, name, id } of choices()) if (checked) picked.set(name, id);
}

/** After the page was drawn anew. What was picked and can no longer be leaves nothing picked in its place. */
export function keepPicks(at: string | undefined): void {
  if (at === pickedAt) {
    for (const choice of choices()) {
      const id = picked.get(choice.name);
      if (id !== undefined) choice.checked = choice.id === id && !choice.disabled;
    }
  }
  pickedAt = at;
  remember();
}

/** From now on takes note of what is picked. */
export function watchPicks(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && choices().includes(target)) remember();
  });
}
