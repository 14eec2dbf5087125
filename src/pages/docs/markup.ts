/** Words of the documents as markup: code in sentences, and types that are links to where they are described. */
import ejs from 'ejs';

/** A piece of the name of a type; `object` where it is described on its own. */
export interface TypePart {
  text: string;
  object: string | null;
}

/** A sentence; what stands in backticks is code. */
export function proseHtml(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? ejs.escapeXML(part) : `<code>${ejs.escapeXML(part)}</code>`))
    .join('');
}

/** The name of a type; what is described on its own is a link to it. */
export function typeHtml(parts: readonly TypePart[]): string {
  return parts
    .map(({ text, object }) =>
      object === null
        ? ejs.escapeXML(text)
        : `<a href="/docs#object-${ejs.escapeXML(object)}">${ejs.escapeXML(text)}</a>`,
    )
    .join('');
}
