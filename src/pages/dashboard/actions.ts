import { z } from 'zod';
import { foundEmpireBody } from '../../contract/empire.ts';
import { foundEmpire } from '../../empire/operations.ts';
import { defineAction } from '../framework/action.ts';
import { buildOrder, trainOrder } from '../shared/city-orders.ts';
import { optionalText, pageTop, tileOfFields, wholeNumber } from '../shared/forms.ts';
import { countOf, tileText } from '../shared/formatters.ts';
import { endWake, readAlarmSettings, setWake } from '../../alarms/operations.ts';
import { wakeBody } from '../../contract/alarms.ts';
import { newWishedBatch, newWishedLevel } from '../../contract/wishes.ts';
import { resources } from '../../contract/vocabulary.ts';
import { addPlan } from '../../empire/wishes.ts';
import { requireEmpireId } from '../framework/page.ts';
import { maxPlanned } from './advice/evening.ts';
import { dashboardPage } from './page.ts';

const nextStep = { anchor: () => 'next-step' };

const planBody = z.object({
  wishes: z
    .array(z.union([newWishedLevel, newWishedBatch]))
    .min(1)
    .max(maxPlanned),
  known: z.string().max(2400),
});

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const evening = { anchor: () => 'evening' };

export const dashboardActions = [
  defineAction('/dashboard/plan', dashboardPage, {
    ...evening,
    body: planBody,
    fromFields: ({ wishes, known }) => ({ wishes: parseJson(wishes), known }),
    run: async ({ services, viewer, body }) => {
      await addPlan(services, requireEmpireId(viewer), body);
      return { notice: `The night is planned: ${countOf(body.wishes.length, 'standing orders')} added.` };
    },
  }),
  defineAction('/dashboard/wake', dashboardPage, {
    ...evening,
    body: wakeBody,
    fromFields: (fields) =>
      Object.fromEntries(resources.map((resource) => [resource, wholeNumber(fields[resource])])),
    run: async ({ services, alarms, viewer, body }) => {
      const { devices } = await readAlarmSettings(services.pool, alarms, viewer.userId);
      if (devices.length === 0)
        return { notice: 'No browser of yours receives alarms. Turn them on on your account page first.' };
      await setWake(services, viewer.userId, body);
      return { notice: null };
    },
  }),
  defineAction('/dashboard/wake/end', dashboardPage, {
    ...evening,
    result: { notice: null },
    run: ({ services, viewer }) => endWake(services, viewer.userId),
  }),
  defineAction('/dashboard/city/:city_id/build', dashboardPage, { ...nextStep, ...buildOrder }),
  defineAction('/dashboard/city/:city_id/train', dashboardPage, { ...nextStep, ...trainOrder }),
  defineAction('/dashboard/empire', dashboardPage, {
    anchor: () => 'found-empire',
    body: foundEmpireBody,
    fromFields: (fields) => ({
      name: fields.name,
      capital_name: optionalText(fields.capital_name),
      starting_location: tileOfFields(fields),
    }),
    run: async ({ body, ...context }) => {
      const { empire } = await foundEmpire(context, body);
      const { name, location } = empire.capital;
      return {
        notice: `${empire.name} is founded. ${name} is at ${tileText(location)}.`,
        anchor: pageTop,
      };
    },
  }),
];
