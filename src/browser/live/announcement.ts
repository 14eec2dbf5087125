/** Shows the operator's announcement when it changes. It does not refresh the page: all pages would ask at once. */
import type { Announced } from '../../contract/announcement.ts';

export function showAnnouncement({ announcement }: Announced): void {
  const element = document.getElementById('announcement');
  const text = element?.querySelector('p');
  if (element === null || !text) return;
  element.hidden = announcement === null;
  text.textContent = announcement?.text ?? '';
  element.dataset.ends = String(Date.parse(announcement?.ends_at ?? '') || 0);
}
