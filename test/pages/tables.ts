/** Reads the tables of a page. */

/** The text of each cell, by row, of the first table after a marker. */
export function rowsAfter(html: string, marker: string): string[][] {
  const table = /<tbody>([^]*?)<\/tbody>/.exec(html.slice(html.indexOf(marker)))?.[1] ?? '';
  return [...table.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );
}
