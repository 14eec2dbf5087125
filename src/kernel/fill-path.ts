/** Fills the parameters of a path as Express writes it: `/city/:city_id` with the id, escaped. */
export function fillPath(path: string, params: unknown): string {
  const values = params as Readonly<Record<string, string>>;
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
}
