/** The one quiet banner under the head: connection lost, opened elsewhere, logged out. */

/** Who speaks: the fetching of the page, an order, or the socket. Each takes back only what it has said itself. */
type FormMessages = 'page' | 'order' | 'socket';

interface Way {
  text: string;
  /** A link where it leads somewhere, a button where it does something. */
  go: string | (() => void);
}

let speaker: FormMessages | null = null;

function banner(): HTMLElement | null {
  return document.getElementById('live');
}

export function say(by: FormMessages, text: string, way?: Way): void {
  const element = banner();
  // What the socket says explains what becomes of the page.
  if (element === null || (speaker === 'socket' && by !== 'socket')) return;
  speaker = by;
  element.replaceChildren(`${text} `);
  if (way !== undefined) element.append(toElement(way));
  element.hidden = false;
}

export function sayNothing(by: FormMessages): void {
  const element = banner();
  if (element === null || speaker !== by) return;
  speaker = null;
  element.hidden = true;
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
