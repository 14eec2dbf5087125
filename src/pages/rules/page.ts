/** The rules of this world. Every number comes from the tables and functions of the game, which the template reads by name. */
import { buildingTypes, unitTypes } from '../../contract/vocabulary.ts';
import * as alliances from '../../game/alliances.ts';
import * as attack from '../../game/attack.ts';
import * as balance from '../../game/balance.ts';
import * as battle from '../../game/battle.ts';
import * as construction from '../../game/construction.ts';
import * as contact from '../../game/contact.ts';
import * as economy from '../../game/economy.ts';
import * as hunger from '../../game/hunger.ts';
import * as plunder from '../../game/plunder.ts';
import * as protection from '../../game/protection.ts';
import * as recalls from '../../game/recalls.ts';
import * as reigns from '../../game/reigns.ts';
import * as sack from '../../game/sack.ts';
import * as scoring from '../../game/scoring.ts';
import * as seats from '../../game/seats.ts';
import * as villages from '../../game/villages.ts';
import * as wishes from '../../game/wishes.ts';
import { hourMs } from '../../kernel/time.ts';
import { definePage } from '../framework/page.ts';
import * as tables from './tables.ts';

const sections = [
  ['world', 'The world'],
  ['resources', 'Resources'],
  ['buildings', 'Buildings'],
  ['people', 'People'],
  ['units', 'Units'],
  ['wishes', 'Wishes'],
  ['marching', 'Marching'],
  ['battle', 'Battle'],
  ['plunder', 'Plunder'],
  ['protection', 'Protection'],
  ['alliances', 'Alliances'],
  ['villages', 'Villages'],
  ['seats', 'Seats and reigns'],
  ['cities', 'Further cities'],
  ['goals', 'Goals'],
  ['score', 'Score'],
] as const;

interface RulesSettings {
  speed: number;
  radius: number;
}

/** What the template reads: the numbers of the game for a world of speed 1, and the tables at this world's speed. */
function rulesOf({ speed, radius }: RulesSettings) {
  return {
    ...alliances,
    ...attack,
    ...balance,
    ...battle,
    ...construction,
    ...contact,
    ...economy,
    ...hunger,
    ...plunder,
    ...protection,
    ...recalls,
    ...reigns,
    ...sack,
    ...scoring,
    ...seats,
    ...villages,
    ...wishes,
    speed,
    radius,
    hourMs,
    strengths: villages.villageStrengths(),
    sackExample: tables.sackExample(),
    buildings: tables.buildingTables(speed),
    units: tables.unitRows(speed),
    damage: tables.damageRows(),
    morale: tables.moraleRows(),
    plunderShares: tables.plunderRows(),
    cities: tables.cityRows(),
    goals: tables.goalRows(),
  };
}

/** The settings of a world never change, so the rules are computed once. */
const rulesCache = new WeakMap<RulesSettings, ReturnType<typeof rulesOf>>();

function readRules(settings: RulesSettings): ReturnType<typeof rulesOf> {
  const rules = rulesCache.get(settings) ?? rulesOf(settings);
  rulesCache.set(settings, rules);
  return rules;
}

export const rulesPage = definePage({
  path: '/rules',
  section: 'rules',
  readers: 'guest',
  read: ({ services: { settings } }) => ({
    view: 'rules',
    title: 'Rules',
    values: {
      wrapped: true,
      description: `Every rule and number of this world: ${buildingTypes.length} buildings, ${unitTypes.length} units, marching, battle, plunder and protection.`,
      sections: sections.map(([id, name]) => ({ id, name })),
      rules: readRules(settings),
    },
  }),
});
