/** Hides names on the map that its frame or a control would cut, and labels of marches that would cover a name. */
const pauseMs = 100;
/** Width of the frame, in pixels. */
const band = 6;

let timer: ReturnType<typeof setTimeout> | null = null;

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom;
}

export function fitLabels(): void {
  const frame = document.querySelector('.window, .hero-map')?.getBoundingClientRect();
  if (frame === undefined) return;
  const controls = [...document.querySelectorAll('.window :is(.map-find, .map-scale, .compass a)')];
  const covered = controls.map((control) => control.getBoundingClientRect());
  const isOutside = ({ left, right, top, bottom }: DOMRect): boolean =>
    left < frame.left + band ||
    right > frame.right - band ||
    top < frame.top + band ||
    bottom > frame.bottom - band;
  // Names come first. All are measured before the first one changes.
  const labels = [...document.querySelectorAll('#map-things :is(.name, .going)')];
  const measured = labels.map((label) => ({ label, box: label.getBoundingClientRect() }));
  const shown: DOMRect[] = [];
  for (const { label, box } of measured) {
    const taken = label.classList.contains('going') ? [...covered, ...shown] : covered;
    const isHidden = isOutside(box) || taken.some((other) => overlap(box, other));
    label.classList.toggle('unfit', isHidden);
    if (!isHidden) shown.push(box);
  }
}

export function fitLabelsSoon(): void {
  timer ??= setTimeout(() => {
    timer = null;
    fitLabels();
  }, pauseMs);
}
