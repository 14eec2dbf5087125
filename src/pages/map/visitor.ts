/** The map for visitors: to look around, without orders. */
import { mapAddress } from '../../shared-ui/map-view.ts';
import type { Content, PageContext } from '../framework/page.ts';
import { findFocus, readVisitorMap } from '../shared/visitor-map.ts';
import { tileText } from '../shared/formatters.ts';
import { navigationLinks, readView } from './view.ts';

/** Of the window, in pixels; see map-page.css. */
const maxHeight = 768;

export async function readMapOfVisitor({ services, fields }: PageContext): Promise<Content> {
  const { radius } = services.settings;
  const focus = (await findFocus(services))?.tile ?? { x: 0, y: 0 };
  const { view, refusal } = readView(fields, radius, focus);
  const map = await readVisitorMap(services, view, maxHeight);
  const { at } = view;
  return {
    view: 'map-visitor',
    title: `Map around ${tileText(view)}`,
    ...(refusal === null ? {} : { status: 400 }),
    values: {
      description: 'The map of this world: cities, villages and seats.',
      ...map,
      refusal,
      links: { ...navigationLinks(view, radius), home: mapAddress({ ...view, ...focus, at: null }) },
      chosen:
        at === null
          ? []
          : [...map.scene.seats, ...map.scene.cities, ...map.scene.armies].filter(
              ({ tile }) => tile.x === at.x && tile.y === at.y,
            ),
    },
  };
}
