/** Words of the documents as markup: code in sentences, and types that are links to where they are described. */
import { escapeXML } from 'ejs';

/** A piece of the name of a type; `object` where it is described on its own. */
export interface TypePart {
  text: string;
  object: string | null;
}

/** A sentence; what stands in backticks is code. */
export function proseHtml(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? escapeXML(part) : `<code>${escapeXML(part)}</code>`))
    .join('');
}

/** The name of a type; what is described on its own is a link to it. */
export function typeHtml(parts: readonly TypePart[]): string {
  return parts
    .map(({ text, object }) =>
      object === null ? escapeXML(text) : `<a href="#object-${escapeXML(object)}">${escapeXML(text)}</a>`,
    )
    .join('');
}
