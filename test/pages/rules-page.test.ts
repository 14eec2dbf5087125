/** The rules page: its numbers match the tables and functions of the game. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildingTypes, unitTypes, type UnitType } from '../../src/contract/vocabulary.ts';
import { levelCost, maxLevel, nextCityCost, outputPerHour, unitRules } from '../../src/game/balance.ts';
import { buildMs } from '../../src/game/economy/construction.ts';
import { guardLimit } from '../../src/game/diplomacy/guards.ts';
import { trainMs } from '../../src/game/economy/training.ts';
import { group, lasting } from '../../src/pages/shared/formatters.ts';
import type { Rules } from '../../src/contract/world.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { the } from '../support/worlds.ts';
import { Browser, partOf, wordsOf } from './browser.ts';
import { rowsAfter } from './tables.ts';

const speed = 2;

const game = useTestGame({ speed });
let html: string;
beforeAll(async () => {
  html = (await new Browser(game).open('/rules')).html;
});

describe('the rules', () => {
  it.each(buildingTypes)('show cost and time of every level, at the speed of the world: %s', (type) => {
    const rows = rowsAfter(html, `id="building-${type}"`).slice(1);
    expect(rows.map((cells) => cells.slice(0, 5))).toEqual(
      Array.from({ length: maxLevel }, (_, index) => {
        const level = index + 1;
        const cost = levelCost(type, level);
        const prices = [level, cost.gold, cost.food, cost.materials].map(group);
        return [...prices, lasting(buildMs(level, cost, 1, speed))];
      }),
    );
  });

  it('show how guards work, with their limit and a drawing', () => {
    const part = partOf({ status: 200, location: null, html }, 'guards');
    expect(wordsOf(part)).toContain(`at most ${guardLimit} armies on guard`);
    expect(part).toContain('aria-label="The attacker meets the guard first');
    expect(html).toContain('<li><a href="#guards">Guards</a></li>');
  });

  it('show the output of a level at the speed of the world', () => {
    const made = rowsAfter(html, 'id="building-farm"').map((cells) => cells[5]);
    expect(made).toEqual(
      Array.from({ length: maxLevel + 1 }, (_, level) => group(speed * outputPerHour('farm', level))),
    );
  });

  /** The cells behind the name of a unit in the table with this label. */
  const rowOf = (type: UnitType, table: string): string[] =>
    the(rowsAfter(html, `aria-label="${table}"`).find(([name]) => name?.toLowerCase() === type)).slice(1);

  it.each(unitTypes)('show cost and abilities of a unit: %s', (type) => {
    const { cost, people, foodPerHour, attack, hp, tilesPerHour, carry, value } = unitRules[type];
    expect(rowOf(type, 'Prices of units').slice(0, 6)).toEqual([
      ...[cost.gold, cost.food, cost.materials].map(String),
      lasting(trainMs(type, 1, 1, speed)),
      String(people),
      String(speed * foodPerHour),
    ]);
    const strengths = [attack, hp, speed * tilesPerHour, carry, value];
    expect(rowOf(type, 'Strengths of units')).toEqual(strengths.map(String));
  });

  const strong = unitTypes.filter((type) => unitRules[type].strongAgainst !== null);
  it.each(strong)('show the damage by target: %s', (type) => {
    const { attack, strongAgainst } = unitRules[type];
    const damage = [...unitTypes, 'militia'].map((target) => attack * (target === strongAgainst ? 150 : 100));
    expect(rowOf(type, 'Damage between units')).toEqual(damage.map(group));
  });

  it('show the cost of every further city', () => {
    const prices = rowsAfter(html, 'aria-label="Prices of cities"').map((cells) => cells.slice(1));
    expect(prices).toEqual(
      Array.from({ length: 9 }, (_, index) => {
        const { gold, food, materials } = nextCityCost(index + 1);
        return [gold, food, materials].map(group);
      }),
    );
  });

  it('show the numbers of villages and seats that GET /api/rules has', async () => {
    const { body } = await sendAnonymously<Rules>(game.url, 'GET', '/api/rules');
    const { villages, seats } = body;
    const text = html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
    const hours = (count: number): string => lasting(count * 3_600_000);
    for (const sentence of [
      `${villages.founded[0]?.distance ?? 0} to ${villages.founded[3]?.distance ?? 0} tiles away`,
      `${villages.strengths[0]?.militia ?? 0} in the weakest and up to ${villages.strengths[8]?.militia ?? 0}`,
      `Every ${hours(villages.growth_hours)} it grows by one, up to strength ${villages.highest_strength}`,
      `every ${seats.foundings_per_seat} foundings add one`,
      `with ${seats.keeper_militia} militia`,
      `at least ${lasting(seats.warning_seconds * 1000)}`,
      `cannot be taken for ${hours(seats.truce_hours)}`,
      `up to ${seats.highest_morale_bonus / 10} %`,
      `earns ${seats.crowns_per_hour} crowns an hour`,
      `A reign lasts ${hours(seats.reign_hours)}`,
    ])
      expect(text).toContain(sentence);
  });

  it('list every section in the contents', () => {
    const targets = [...html.matchAll(/<li><a href="#([a-z]+)">/g)].map(([, id]) => String(id));
    expect(targets).toHaveLength(18);
    for (const id of targets) expect(html).toContain(`<section class="part" id="${id}"`);
  });
});
