/** Fingers, mouse, wheel and keys over the map, as what they mean. Points are pixels from the window's middle. */

interface Meaning {
  pull: (dx: number, dy: number) => void;
  /** A step of the wheel: 1 nearer, -1 farther. */
  wheel: (direction: 1 | -1, x: number, y: number) => void;
  pinch: (factor: number, x: number, y: number) => void;
  /** All fingers are off. */
  release: () => void;
  choose: (x: number, y: number) => void;
  /** Whether the link is followed within the page. */
  follow: (link: SVGAElement) => boolean;
  /** Whether a button over the map was one of the map's. */
  control: (control: HTMLElement) => boolean;
  key: (event: KeyboardEvent) => void;
}

/** Pixels a pointer may tremble in a click. */
const tremble = 5;
/** How much of a wheel makes a step, and how long until the next one counts. */
const wheelStep = 40;
const wheelPauseMs = 160;

interface Point {
  x: number;
  y: number;
}

export function watchGestures(element: HTMLElement, meaning: Meaning): void {
  const fingers = new Map<number, Point>();
  let hasPulled = false;
  let wheel = 0;
  let wheelAt = 0;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const isControl = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('form, nav') !== null;

  const pinchOver = (before: Point, after: Point, other: Point): void => {
    const from = Math.hypot(before.x - other.x, before.y - other.y);
    const to = Math.hypot(after.x - other.x, after.y - other.y);
    meaning.pull((after.x - before.x) / 2, (after.y - before.y) / 2);
    if (from > 0) meaning.pinch(to / from, (after.x + other.x) / 2, (after.y + other.y) / 2);
  };

  const letGo = (pointerId: number): void => {
    if (!fingers.delete(pointerId) || fingers.size > 0) return;
    element.classList.remove('pulled');
    if (hasPulled) meaning.release();
  };

  element.addEventListener('pointerdown', (event) => {
    if (isControl(event.target) || event.button !== 0) return;
    if (fingers.size === 0) hasPulled = false;
    fingers.set(event.pointerId, pointOf(event));
  });
  element.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    if (event.buttons === 0) {
      // It was released where nobody told of it: outside the window, before it was captured.
      letGo(event.pointerId);
      return;
    }
    const after = pointOf(event);
    const [dx, dy] = [after.x - before.x, after.y - before.y];
    if (!hasPulled && fingers.size === 1 && Math.hypot(dx, dy) < tremble) return;
    if (!hasPulled) {
      hasPulled = true;
      element.classList.add('pulled');
    }
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, after);
    if (other === undefined) meaning.pull(dx, dy);
    else pinchOver(before, after, other);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(end, (event) => {
      letGo(event.pointerId);
    });
  }
  element.addEventListener('dragstart', (event) => {
    event.preventDefault();
  });
  element.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isControl(target)) {
      const control = target.closest<HTMLElement>('[data-pan], [data-zoom]');
      if (control !== null && control !== element && meaning.control(control)) event.preventDefault();
      return;
    }
    // The end of a pull is no click. A click by the keyboard follows no pull.
    if (hasPulled && event.detail > 0) {
      event.preventDefault();
      return;
    }
    // All links over the map but the controls are drawn on it.
    const link = target.closest<SVGAElement>('a');
    if (link === null) {
      const { x, y } = pointOf(event);
      meaning.choose(x, y);
    } else if (meaning.follow(link)) event.preventDefault();
  });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const now = performance.now();
      if (now - wheelAt < wheelPauseMs) return;
      wheel += event.deltaMode === 0 ? event.deltaY : event.deltaY * 20;
      if (Math.abs(wheel) < wheelStep) return;
      const { x, y } = pointOf(event);
      meaning.wheel(wheel < 0 ? 1 : -1, x, y);
      wheel = 0;
      wheelAt = now;
    },
    { passive: false },
  );
  element.addEventListener('keydown', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('input') === null) meaning.key(event);
  });
}
