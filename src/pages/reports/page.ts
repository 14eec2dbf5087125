import { definePage, type Content } from '../framework/page.ts';
import { readBattles } from './battles.ts';
import { readLog } from './log.ts';
import { readRaidList } from './raids.ts';
import { readStock } from './stock.ts';

/** By the parameter `show`. */
const lists = {
  battles: { title: 'Battles', read: readBattles },
  raids: { title: 'Raids', read: readRaidList },
  stock: { title: 'Stock', read: readStock },
};

const listNames = ['battles', 'raids', 'stock'] as const;

export const reportsPage = definePage('/reports', {
  section: 'reports',
  readers: 'player',
  read: async (context): Promise<Content> => {
    const { fields, empireState } = context;
    const { cities } = empireState.empire;
    const name = listNames.find((candidate) => candidate === fields.show);
    if (name !== undefined) {
      const { title, read } = lists[name];
      const values = { ...(await read(context)), show: name, cities, city: null };
      return { view: `reports-${name}`, title, values };
    }
    const city = cities.find(({ id }) => id === fields.city) ?? null;
    const filter = fields.show === 'alliance' ? 'alliance' : city;
    const show = filter === null ? 'all' : filter === 'alliance' ? filter : 'city';
    const values = { ...(await readLog(context, filter)), show, cities, city };
    return { title: 'Reports', values };
  },
});
