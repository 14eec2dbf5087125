/** The one quiet banner under the head: connection lost, opened elsewhere, logged out. */

export interface Way {
  text: string;
  /** A link where it leads somewhere, a button where it does something. */
  go: string | (() => void);
}

function banner(): HTMLElement | null {
  return document.getElementById('live');
}

export function say(text: string, way?: Way): void {
  const element = banner();
  if (element === null) return;
  element.replaceChildren(`${text} `);
  if (way !== undefined) element.append(toElement(way));
  element.hidden = false;
}

export function sayNothing(): void {
  const element = banner();
  if (element !== null) element.hidden = true;
}

function toElement({ text, go }: Way): HTMLElement {
  if (typeof go === 'string') {
    const link = document.createElement('a');
    link.href = go;
    link.textContent = text;
    return link;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain';
  button.textContent = text;
  button.addEventListener('click', go);
  return button;
}
