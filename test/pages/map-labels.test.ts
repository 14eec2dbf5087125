/** Which names the map and the sketches show. */
import { expect, it } from 'vitest';
import { placeNames } from '../../src/pages/shared/map-labels.ts';

const at = (x: number, y: number, name: string, hasFlag = true) => ({ x, y, name, hasFlag });
const frame = { left: -100, right: 100, top: -100, bottom: 100 };

it('shows no name over the flag of another city', () => {
  // The names end at 28, and the flag begins at 60 - 33.
  expect(placeNames([at(0, 0, 'Ithaca'), at(0, 60, 'Pylos')], 1)).toEqual([false, true]);
  expect(placeNames([at(0, 0, 'Ithaca'), at(0, 60, 'Pylos', false)], 1)).toEqual([true, true]);
  expect(placeNames([at(0, 0, 'Ithaca'), at(0, 63, 'Pylos')], 1)).toEqual([true, true]);
});

it('shows no name that the frame of a sketch cuts', () => {
  const labels = [at(-90, 0, 'Ithaca'), at(0, 80, 'Pylos'), at(0, 0, 'Argos')];
  expect(placeNames(labels, 1, frame)).toEqual([false, false, true]);
  expect(placeNames(labels, 1)).toEqual([true, true, true]);
});

it('shows the name of an empire once on a sketch, at the first city with room', () => {
  const labels = [at(-95, -50, 'Attica'), at(0, -50, 'Attica'), at(0, 50, 'Attica')];
  expect(placeNames(labels, 1, frame)).toEqual([false, true, false]);
});
