/** What an example of the API document is: one request of a story and its answer. */

/**
 * One request. The examples of all chapters are one story in order; ids and tokens are the same throughout, so
 * that whoever plays it knows which real ones they stand for. `answer` is what a fresh world answers at speed 1.
 */
export interface Example {
  /** As the document names it: `POST /api/city/{city_id}/train`. */
  route: string;
  /** What it shows, in a few words. */
  title: string;
  /** Who asks; null without a session. */
  by: 'ann' | 'ben' | null;
  /** How long the players wait before; 0 unless given. */
  afterMs?: number;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
  status: number;
  answer: Readonly<Record<string, unknown>>;
}
