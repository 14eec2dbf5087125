/** Texts of the documents as HTML: code in sentences, and links from types to their entries. */
import ejs from 'ejs';

/** A part of a type's name; `object` names the entry to link to, or is null. */
export interface TypePart {
  text: string;
  object: string | null;
}

/** A sentence as HTML; backticks mark code. */
export function proseHtml(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? ejs.escapeXML(part) : `<code>${ejs.escapeXML(part)}</code>`))
    .join('');
}

/** The name of a type as HTML, with links to objects. */
export function typeHtml(parts: readonly TypePart[]): string {
  return parts
    .map(({ text, object }) =>
      object === null
        ? ejs.escapeXML(text)
        : `<a href="/docs#object-${ejs.escapeXML(object)}">${ejs.escapeXML(text)}</a>`,
    )
    .join('');
}
