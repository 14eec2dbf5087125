/** The keys that move and zoom the map, and the move to a place that gets the focus. */

const stepPixels = 120;

interface KeyHandlers {
  /** In pixels. */
  pull: (dx: number, dy: number) => void;
  zoomBy: (levels: 1 | -1) => void;
  isInFrame: (place: SVGAElement, map: Element) => boolean;
}

export function watchMapKeys(map: HTMLElement, { pull, zoomBy, isInFrame }: KeyHandlers): void {
  const pulls: Record<string, [number, number]> = {
    ArrowUp: [0, stepPixels],
    ArrowDown: [0, -stepPixels],
    ArrowLeft: [stepPixels, 0],
    ArrowRight: [-stepPixels, 0],
  };
  map.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (target instanceof Element && target.closest('input') !== null) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const keyPull = pulls[key];
    if (keyPull !== undefined) pull(...keyPull);
    else if (key === '+' || key === '=') zoomBy(1);
    else if (key === '-') zoomBy(-1);
    else return;
    event.preventDefault();
  });
  map.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof SVGAElement) || isInFrame(target, map)) return;
    const [frame, sign] = [map.getBoundingClientRect(), target.getBoundingClientRect()];
    pull(
      frame.left + frame.width / 2 - (sign.left + sign.width / 2),
      frame.top + frame.height / 2 - (sign.top + sign.height / 2),
    );
  });
}
