/** Buttons that copy a text: hidden without a script. */

/** Browsers let pages of plain http select a text, but not copy it. */
async function copy(button: HTMLButtonElement, source: HTMLElement): Promise<void> {
  if (source instanceof HTMLInputElement) source.select();
  else getSelection()?.selectAllChildren(source);
  const text = source instanceof HTMLInputElement ? source.value : source.textContent;
  const isCopied =
    isSecureContext &&
    (await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    ));
  button.textContent = isCopied ? 'Copied' : 'Selected: now press Ctrl+C';
}

/** @param sourceOf what a button copies */
export function offerCopies(sourceOf: (button: HTMLButtonElement) => Element | null | undefined): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    if (!button.hidden) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      const source = sourceOf(button);
      if (source instanceof HTMLElement) void copy(button, source);
    });
  }
}
