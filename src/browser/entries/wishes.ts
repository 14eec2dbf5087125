/** Moves wishes by dragging their grip: releasing sends the form of the buttons. */
import { refreshSoon, sendOrder } from './live.ts';

let dragged: HTMLElement | null = null;
/** Detects a release at the old place. */
let oldNext: Element | null = null;

function showGrips(): void {
  for (const grip of document.querySelectorAll<HTMLElement>('[data-grip]')) grip.hidden = false;
}

function itemOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-sortable] > li') : null;
}

document.addEventListener('pointerdown', (event) => {
  if (event.button !== 0 || !(event.target instanceof Element) || !event.target.matches('[data-grip]'))
    return;
  dragged = itemOf(event.target);
  oldNext = dragged?.nextElementSibling ?? null;
  dragged?.classList.add('dragged');
  event.target.setPointerCapture(event.pointerId);
  event.preventDefault();
});

document.addEventListener('pointermove', (event) => {
  if (dragged === null) return;
  for (const item of dragged.parentElement?.children ?? []) {
    const { top, bottom, height } = item.getBoundingClientRect();
    if (item === dragged || event.clientY < top || event.clientY > bottom) continue;
    if (event.clientY < top + height / 2) item.before(dragged);
    else item.after(dragged);
    return;
  }
});

function release(event: Event): void {
  const item = dragged;
  if (item === null) return;
  dragged = null;
  item.classList.remove('dragged');
  const list = item.closest<HTMLElement>('[data-sortable]');
  if (list === null || item.nextElementSibling === oldNext) return;
  if (event.type === 'pointercancel') {
    // The old neighbour may have left the list; the server knows the order.
    refreshSoon();
    return;
  }
  const next = item.nextElementSibling as HTMLElement | null;
  const other = next ?? (item.previousElementSibling as HTMLElement | null);
  if (other === null) return;
  void sendOrder(list.dataset.sortable ?? '', [
    ['id', item.dataset.id ?? ''],
    ['side', next === null ? 'after' : 'before'],
    ['other_id', other.dataset.id ?? ''],
  ]);
}
document.addEventListener('pointerup', release);
document.addEventListener('pointercancel', release);

document.addEventListener('refreshed', showGrips);
showGrips();
