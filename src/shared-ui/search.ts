/** Word search in a text, shared by the server and the browser. */

/** Whether a text contains every word of a query, ignoring case. An empty query matches every text. */
export function fits(text: string, query: string): boolean {
  const lowerText = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerText.includes(word));
}
