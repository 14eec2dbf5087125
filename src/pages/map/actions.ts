import { attack } from '../../battle/operations.ts';
import { foundFurtherCity } from '../../city/operations.ts';
import { attackBody } from '../../contract/battle.ts';
import { foundCityBody } from '../../contract/city.ts';
import { guardBody, moveBody } from '../../contract/military.ts';
import { uuid } from '../../contract/text.ts';
import { guard, move } from '../../military/operations.ts';
import { defineAction } from '../framework/action.ts';
import { requireEmpireId } from '../framework/page.ts';
import { inWords, parseTile, optionalText, targetOfField, type Fields } from '../shared/forms.ts';
import { tileText } from '../shared/formatters.ts';
import { mapPage } from './page.ts';
import { mapAddress } from '../../shared-ui/map-view.ts';
import { unitsOfSender } from './senders.ts';
import { readView } from './view.ts';

/** Larger than any world: the page itself validates the view. */
const anyRadius = 1_000_000;

const mapForm = (anchor: string) => ({
  anchor: () => anchor,
  address: (_params: object, fields: Fields) =>
    mapAddress({ ...readView(fields, anyRadius, { x: 0, y: 0 }).view, army: null }),
});

function chosenTile({ at }: Fields): { x: unknown; y: unknown } {
  return parseTile(at ?? '') ?? { x: undefined, y: undefined };
}

export const mapActions = [
  defineAction('/map/attack', mapPage, {
    ...mapForm('map-send'),
    body: attackBody,
    fromFields: (fields) => ({
      army_id: fields.army_id,
      ...targetOfField(fields.target),
      units: unitsOfSender(fields, fields.army_id),
    }),
    run: async ({ body, ...context }) => {
      const { battle } = await attack(context, body);
      // The notice may stay longer than the march.
      const contact = inWords(battle.contact_at);
      return { notice: `Your army is marching on ${tileText(battle.location)}; contact at ${contact}.` };
    },
  }),
  defineAction('/map/move', mapPage, {
    ...mapForm('map-send'),
    body: moveBody.extend({ army_id: uuid }),
    fromFields: (fields) => ({
      army_id: fields.army_id,
      destination: chosenTile(fields),
      units: unitsOfSender(fields, fields.army_id),
    }),
    run: async ({ body, ...context }) => {
      const { army } = await move(context, body.army_id, body);
      return { notice: `${army.name} marches to ${tileText(body.destination)}.` };
    },
  }),
  defineAction('/map/guard', mapPage, {
    ...mapForm('map-send'),
    body: guardBody.extend({ army_id: uuid }),
    fromFields: (fields) => ({
      army_id: fields.army_id,
      ...targetOfField(fields.place),
      units: unitsOfSender(fields, fields.army_id),
    }),
    run: async ({ body, ...context }) => {
      const { army } = await guard(context, body.army_id, body);
      return { notice: `${army.name} is on its way to guard it.` };
    },
  }),
  defineAction('/map/found', mapPage, {
    ...mapForm('map-found'),
    body: foundCityBody.partial({ name: true }),
    fromFields: (fields) => ({ name: optionalText(fields.name), location: chosenTile(fields) }),
    run: async ({ body, ...context }) => {
      const { city } = await foundFurtherCity(context, requireEmpireId(context.viewer), body);
      return { notice: `${city.name} is founded at ${tileText(city.location)}.`, anchor: 'map-send' };
    },
  }),
];
