/** The banner below the head of the page (connection lost, opened elsewhere, logged out), and the announcement. */
import type { Announced } from '../../contract/announcement.ts';

/** A source removes only its own message. */
type BannerSource = 'page' | 'order' | 'socket';

interface BannerAction {
  text: string;
  /** An address becomes a link, a function a button. */
  go: string | (() => void);
}

let source: BannerSource | null = null;

function banner(): HTMLElement | null {
  return document.getElementById('live');
}

export function showBanner(by: BannerSource, text: string, action?: BannerAction): void {
  const element = banner();
  // A message of the socket explains the failures of the other sources.
  if (element === null || (source === 'socket' && by !== 'socket')) return;
  source = by;
  element.replaceChildren(`${text} `);
  if (action !== undefined) element.append(toElement(action));
  element.hidden = false;
}

export function hideBanner(by: BannerSource): void {
  const element = banner();
  if (element === null || source !== by) return;
  source = null;
  element.hidden = true;
}

function toElement({ text, go }: BannerAction): HTMLElement {
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

/** Does not refresh the page: all pages would ask at once. */
export function showAnnouncement({ announcement }: Announced): void {
  const element = document.getElementById('announcement');
  const text = element?.querySelector('p');
  if (element === null || !text) return;
  element.hidden = announcement === null;
  text.textContent = announcement?.text ?? '';
  element.dataset.ends = String(Date.parse(announcement?.ends_at ?? '') || 0);
}
