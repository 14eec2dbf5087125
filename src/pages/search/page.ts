import { searchQuery, type SearchResponse } from '../../contract/search.ts';
import { searchNames } from '../../empire/search.ts';
import { findNearbyPlaces } from '../shared/nearby-places.ts';
import { definePage } from '../framework/page.ts';

export const searchPage = definePage('/search', {
  section: 'world',
  readers: 'user',
  read: async ({ services, fields, empireState }) => {
    const { name = '', after } = fields;
    const { data: query } = searchQuery.safeParse({ name, ...(after === undefined ? {} : { after }) });
    const isWrong = query === undefined && name.trim() !== '';
    const { results, alliances, next }: SearchResponse =
      query === undefined
        ? { results: [], alliances: [], next: null }
        : await searchNames(services.pool, query);
    const [capital] = empireState?.empire.cities ?? [];
    const places =
      query === undefined || capital === undefined || after !== undefined
        ? []
        : await findNearbyPlaces(services.pool, capital, query.name);
    const address = new URLSearchParams({ name, after: next ?? '' });
    return {
      title: 'Search',
      ...(isWrong ? { status: 400 } : {}),
      values: {
        name,
        isWrong,
        isAsked: query !== undefined,
        results,
        alliances,
        places,
        further: next === null ? null : `/search?${address.toString()}`,
      },
    };
  },
});
