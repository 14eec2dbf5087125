/**
 * Counts down on the page of the rate limit, then loads the refused page again, as a meta refresh does without script.
 */
const slot = document.querySelector<HTMLElement>('[data-seconds]');
const endsAt = performance.now() + Number(slot?.dataset.seconds) * 1000;

const ticking = setInterval(() => {
  const left = Math.ceil((endsAt - performance.now()) / 1000);
  if (slot !== null) slot.textContent = String(Math.max(0, left));
  if (left > 0) return;
  clearInterval(ticking);
  // A refused form is not sent again: its address leads to its page.
  location.replace(location.href.replace(/#.*/, ''));
}, 1000);
