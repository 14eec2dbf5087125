/**
 * What can be done on the dashboard, a form each: where it is sent, what its fields mean, which operation runs,
 * and what is said afterwards at which place of the page. The operations are those of the JSON routes.
 */
import { z } from 'zod';
import { revokeSession } from '../account/operations.ts';
import type { AccountDeps } from '../account/operations.ts';
import { attack } from '../battle/operations.ts';
import { build, cancel, foundFurtherCity, train } from '../city/operations.ts';
import { sessionParams } from '../contract/account.ts';
import { attackBody } from '../contract/battle.ts';
import { buildBody, cityParams, foundCityBody, orderParams, trainBody } from '../contract/city.ts';
import { foundEmpireBody, updateEmpireBody } from '../contract/empire.ts';
import { armyParams, mergeBody, moveBody, splitBody } from '../contract/military.ts';
import { unitTypes } from '../contract/vocabulary.ts';
import { foundEmpire, updateEmpire } from '../empire/operations.ts';
import type { Viewer } from '../http/viewer.ts';
import { GameError } from '../kernel/errors.ts';
import { merge, move, recall, split } from '../military/operations.ts';
import type { Game } from '../world/act.ts';
import { parseForm, tileOfFields, wholeNumber } from './forms.ts';
import type { Fields } from './forms.ts';
import { amountsText, buildingNames, countOf, tileText, unitsText } from './words.ts';

interface ActionDeps {
  game: Game;
  account: AccountDeps;
}

/** What was done, in a sentence, and where on the page it shows. */
interface Done {
  notice: string;
  place: string;
}

type Params = Readonly<Record<string, string>>;

export interface Action {
  path: string;
  /** The place of the page where it is tried. */
  place: (params: Params, fields: Fields) => string;
  /** Throws a GameError for a refusal. */
  perform: (deps: ActionDeps, viewer: Viewer, params: Params, fields: Fields) => Promise<Done>;
}

interface Definition<P extends z.ZodObject, B extends z.ZodType> {
  path: string;
  place: Action['place'];
  params?: P;
  body: B;
  /** The body that the fields mean. */
  fromFields: (fields: Fields) => unknown;
  run: (
    call: { params: z.output<P>; body: z.output<B>; viewer: Viewer; place: string } & ActionDeps,
  ) => Promise<Done>;
}

const nothing = z.object({});

function defineAction<B extends z.ZodType, P extends z.ZodObject>(definition: Definition<P, B>): Action {
  const { path, place, fromFields, run } = definition;
  return {
    path,
    place,
    async perform(deps, viewer, params, fields) {
      const schema: z.ZodType = definition.params ?? nothing;
      return run({
        params: parseForm(schema, params) as z.output<P>,
        body: parseForm(definition.body, fromFields(fields)),
        viewer,
        place: place(params, fields),
        ...deps,
      });
    },
  };
}

function ownEmpire({ empireId }: Viewer): string {
  if (empireId === null) throw new GameError('NOT_FOUND', 'found an empire first');
  return empireId;
}

const atArmy =
  (what: string): Action['place'] =>
  ({ army_id = '' }) =>
    `army-${army_id}-${what}`;

const empireActions = [
  defineAction({
    path: '/dashboard/empire',
    place: () => 'found-empire',
    body: foundEmpireBody,
    fromFields: (fields) => ({ name: fields.name, starting_location: tileOfFields(fields) }),
    run: async ({ game, viewer, body }) => {
      const { empire } = await foundEmpire(game, viewer, body);
      const { name, location } = empire.capital;
      return {
        notice: `${empire.name} is founded. ${name} stands at ${tileText(location)}.`,
        place: 'page-top',
      };
    },
  }),
  defineAction({
    path: '/dashboard/empire/profile',
    place: () => 'profile',
    body: updateEmpireBody,
    // A text area sends its lines apart; a description is one.
    fromFields: ({ name, description }) => ({ name, description: description?.replace(/\s*\n\s*/g, ' ') }),
    run: async ({ game, viewer, body, place }) => {
      const { empire } = await updateEmpire(game, viewer.empireId, ownEmpire(viewer), body);
      return { notice: `Your empire is ${empire.name}, as you wrote it.`, place };
    },
  }),
  defineAction({
    path: '/dashboard/cities',
    place: () => 'found-city',
    body: foundCityBody,
    fromFields: (fields) => ({ name: fields.name, location: tileOfFields(fields) }),
    run: async ({ game, viewer, body }) => {
      const { city } = await foundFurtherCity(game, viewer.empireId, ownEmpire(viewer), body);
      return { notice: `${city.name} is founded.`, place: `city-${city.id}` };
    },
  }),
];

const cityActions = [
  defineAction({
    path: '/dashboard/city/:city_id/build',
    place: ({ city_id = '' }, { type = '' }) => `city-${city_id}-build-${type}`,
    params: cityParams,
    body: buildBody,
    fromFields: ({ type, quantity }) => ({ type, quantity: wholeNumber(quantity) }),
    run: async ({ game, viewer, params, body, place }) => {
      const { building, order } = await build(game, viewer.empireId, params.city_id, body);
      return { notice: `${buildingNames[building.type]} to level ${order.to_level} is ordered.`, place };
    },
  }),
  defineAction({
    path: '/dashboard/city/:city_id/train',
    place: ({ city_id = '' }, { unit_type = '' }) => `city-${city_id}-train-${unit_type}`,
    params: cityParams,
    body: trainBody,
    fromFields: ({ unit_type, quantity }) => ({ unit_type, quantity: wholeNumber(quantity) }),
    run: async ({ game, viewer, params, body, place }) => {
      const { order } = await train(game, viewer.empireId, params.city_id, body);
      return { notice: `${countOf(order.quantity, order.unit_type)} ordered.`, place };
    },
  }),
  defineAction({
    path: '/dashboard/order/:order_id/cancel',
    place: (_params, { city_id = '' }) => `city-${city_id}-queue`,
    params: orderParams,
    body: nothing,
    fromFields: () => ({}),
    run: async ({ game, viewer, params, place }) => {
      const { refund } = await cancel(game, viewer.empireId, params.order_id);
      return { notice: `Cancelled; ${amountsText(refund)} came back.`, place };
    },
  }),
];

const armyActions = [
  defineAction({
    path: '/dashboard/army/:army_id/move',
    place: atArmy('move'),
    params: armyParams,
    body: moveBody,
    fromFields: (fields) => ({ destination: tileOfFields(fields) }),
    run: async ({ game, viewer, params, body }) => {
      const { army } = await move(game, viewer.empireId, params.army_id, body);
      return { notice: `${army.name} marches to ${tileText(body.destination)}.`, place: `army-${army.id}` };
    },
  }),
  defineAction({
    path: '/dashboard/army/:army_id/attack',
    place: atArmy('attack'),
    params: armyParams,
    body: attackBody.omit({ army_id: true }),
    fromFields: ({ target }) => {
      if (target === undefined || target === '') return {};
      const [target_type, target_id] = target.split(':');
      return { target_type, target_id };
    },
    run: async ({ game, viewer, params: { army_id }, body }) => {
      const { battle } = await attack(game, viewer.empireId, { army_id, ...body });
      return {
        notice: `The army is on its way to attack at ${tileText(battle.location)}. Morale is estimated at ${battle.morale / 10} %.`,
        place: `army-${army_id}`,
      };
    },
  }),
  defineAction({
    path: '/dashboard/army/:army_id/recall',
    place: atArmy('recall'),
    params: armyParams,
    body: nothing,
    fromFields: () => ({}),
    run: async ({ game, viewer, params }) => {
      const { army } = await recall(game, viewer.empireId, params.army_id);
      return { notice: `${army.name} turns home.`, place: `army-${army.id}` };
    },
  }),
  defineAction({
    path: '/dashboard/army/:army_id/split',
    place: atArmy('split'),
    params: armyParams,
    body: splitBody,
    fromFields: (fields) => ({
      units: Object.fromEntries(unitTypes.map((type) => [type, wholeNumber(fields[type])])),
      name: fields.name === '' ? undefined : fields.name,
    }),
    run: async ({ game, viewer, params, body }) => {
      const { army } = await split(game, viewer.empireId, params.army_id, body);
      return { notice: `${army.name} is formed of ${unitsText(army.units)}.`, place: `army-${army.id}` };
    },
  }),
  defineAction({
    path: '/dashboard/army/:army_id/merge',
    place: atArmy('merge'),
    params: armyParams,
    body: mergeBody,
    fromFields: ({ army_id }) => ({ army_id: army_id === '' ? undefined : army_id }),
    run: async ({ game, viewer, params, body }) => {
      const { army } = await merge(game, viewer.empireId, params.army_id, body);
      return { notice: `${army.name} now has ${unitsText(army.units)}.`, place: `army-${army.id}` };
    },
  }),
];

const sessionActions = [
  defineAction({
    path: '/dashboard/session/:session_id/end',
    place: () => 'sessions',
    params: sessionParams,
    body: nothing,
    fromFields: () => ({}),
    run: async ({ account, viewer, params, place }) => {
      await revokeSession(account, viewer, params.session_id);
      return { notice: 'That session is logged out.', place };
    },
  }),
];

export const actions: readonly Action[] = [empireActions, cityActions, armyActions, sessionActions].flat();
