/**
 * Good news: each page shows the newest once, for some seconds, in place of the quiet line of attacks; with reduced
 * motion or without script, it is only a number at the reports.
 */
const shownMs = 6000;
/** After the pointer or the focus has left the line. */
const retryMs = 1000;

/** The highest numbers shown, as a line and as a highlight, shared by the tabs of this browser. */
const shownKey = `news-${document.body.dataset.empire ?? ''}`;

const highlightKey = `highlight-${document.body.dataset.empire ?? ''}`;

let current: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function hideCurrent(): void {
  const line = current === null ? null : document.getElementById(current);
  if (line?.matches(':hover, :focus-within') === true) {
    timer = setTimeout(hideCurrent, retryMs);
    return;
  }
  current = null;
  if (line !== null) line.hidden = true;
}

/** A refresh hides the current line. */
function showNews(): void {
  // A hidden page is refreshed when it becomes visible.
  if (document.hidden) return;
  const lines = [...document.querySelectorAll<HTMLElement>('#news [data-fleeting]')];
  const last = Number(localStorage.getItem(shownKey) ?? '0');
  const [newest] = lines.filter(({ dataset }) => Number(dataset.number) > last);
  const isSilent = document.querySelector('#news[data-silent]') !== null;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (newest !== undefined) {
    localStorage.setItem(shownKey, newest.dataset.number ?? '');
    if (!isSilent && !isReduced) {
      clearTimeout(timer);
      current = newest.id;
      timer = setTimeout(hideCurrent, shownMs);
    }
  }
  for (const line of lines) line.hidden = line.id !== current || isSilent;
  const highlight = document.querySelector<HTMLElement>('#news [data-highlight]:not([hidden])');
  const number = Number(highlight?.dataset.number ?? '0');
  if (highlight === null || number <= Number(localStorage.getItem(highlightKey) ?? '0')) return;
  localStorage.setItem(highlightKey, String(number));
  highlight.classList.add('highlight');
}

document.addEventListener('refreshed', showNews);
showNews();
