/** Formats JSON for reading: values that fit on a line stay on one. */

const widthColumns = 76;

/** @param indent columns to the left of the value */
export function readableJson(value: unknown, indent = 0): string {
  const flat = flatJson(value);
  if (indent + flat.length <= widthColumns || typeof value !== 'object' || value === null) return flat;
  const inner = ' '.repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Array.isArray(value)
    ? value.map((item) => inner + readableJson(item, indent + 2))
    : Object.entries(value).map(
        ([key, item]) => `${inner}${JSON.stringify(key)}: ${readableJson(item, indent + 2)}`,
      );
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function flatJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${flatJson(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
