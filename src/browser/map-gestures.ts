/** Translates touch, mouse and wheel over the map to actions. Points are pixels from the window's centre. */

interface GestureHandlers {
  pull: (dx: number, dy: number) => void;
  /** 1 zooms in, -1 zooms out. */
  wheel: (direction: 1 | -1, x: number, y: number) => void;
  pinch: (factor: number, x: number, y: number) => void;
  release: () => void;
  choose: (x: number, y: number) => void;
  /** Whether it followed the link. */
  follow: (link: SVGAElement) => boolean;
  /** Whether the button belongs to the map. */
  control: (control: HTMLElement) => boolean;
}

/** Pixels that a pointer may move during a click. */
const clickTolerance = 5;
const wheelStep = 40;
const wheelPauseMs = 160;

interface Point {
  x: number;
  y: number;
}

export function watchGestures(element: HTMLElement, handlers: GestureHandlers): void {
  const pointers = new Map<number, Point>();
  let hasPulled = false;
  let wheel = 0;
  let wheelAt = 0;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const isControl = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('form, nav, ul') !== null;

  const pinchOver = (before: Point, after: Point, other: Point): void => {
    const from = Math.hypot(before.x - other.x, before.y - other.y);
    const to = Math.hypot(after.x - other.x, after.y - other.y);
    handlers.pull((after.x - before.x) / 2, (after.y - before.y) / 2);
    if (from > 0) handlers.pinch(to / from, (after.x + other.x) / 2, (after.y + other.y) / 2);
  };

  const release = (pointerId: number): void => {
    if (!pointers.delete(pointerId) || pointers.size > 0) return;
    element.classList.remove('pulled');
    if (hasPulled) handlers.release();
  };

  element.addEventListener('pointerdown', (event) => {
    if (isControl(event.target) || event.button !== 0) return;
    if (pointers.size === 0) hasPulled = false;
    pointers.set(event.pointerId, pointOf(event));
  });
  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    if (event.buttons === 0) {
      // No event reported the release, which was outside the window before its capture.
      release(event.pointerId);
      return;
    }
    const after = pointOf(event);
    const [dx, dy] = [after.x - before.x, after.y - before.y];
    if (!hasPulled && pointers.size === 1 && Math.hypot(dx, dy) < clickTolerance) return;
    if (!hasPulled) {
      hasPulled = true;
      element.classList.add('pulled');
    }
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, after);
    if (other === undefined) handlers.pull(dx, dy);
    else pinchOver(before, after, other);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(end, (event) => release(event.pointerId));
  }
  element.addEventListener('dragstart', (event) => event.preventDefault());
  element.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isControl(target)) {
      const control = target.closest<HTMLElement>('[data-pan], [data-zoom]');
      if (control !== null && control !== element && handlers.control(control)) event.preventDefault();
      return;
    }
    // The end of a pull is not a click. Clicks by keyboard (detail 0) never end a pull.
    if (hasPulled && event.detail > 0) {
      event.preventDefault();
      return;
    }
    // All other links here are SVG links of the map.
    const link = target.closest<SVGAElement>('a');
    if (link === null) {
      const { x, y } = pointOf(event);
      handlers.choose(x, y);
    } else if (handlers.follow(link)) event.preventDefault();
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
      handlers.wheel(wheel < 0 ? 1 : -1, x, y);
      wheel = 0;
      wheelAt = now;
    },
    { passive: false },
  );
}
