/** Replaces the parameters of an Express path with their values, URL-escaped. */
export function fillPath(path: string, params: unknown): string {
  const values = params as Readonly<Record<string, string>>;
  return path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(values[name] ?? ''));
}
