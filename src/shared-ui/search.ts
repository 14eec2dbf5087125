/** Looking for words in a text: the same on the server and while one types in the browser. */

/** Whether every word of a query stands in a text, without regard to case; an empty query fits everything. */
export function fits(text: string, query: string): boolean {
  const within = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
