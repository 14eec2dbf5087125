/** A refused form: its fields keep what was typed, and invalid ones name the element with the reason. */
import ejs from 'ejs';
import type { Fields, Message } from '../shared/forms.ts';

const forms = /<form\b[^>]*\bmethod="post"[^>]*>[^]*?<\/form>/g;
const controls = /<input\b[^>]*>|(<textarea\b[^>]*>)[^]*?<\/textarea>|(<select\b[^>]*>)([^]*?)<\/select>/g;
const options = /<option\b[^>]*>/g;

function readAttribute(tag: string, name: string): string | null {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
}

function setAttribute(tag: string, name: string, value: string): string {
  const bare = tag.replace(new RegExp(` ${name}="[^"]*"`), '');
  return `${bare.slice(0, -1)} ${name}="${ejs.escapeXML(value)}">`;
}

function toggle(tag: string, name: string, isSet: boolean): string {
  const bare = tag.replace(new RegExp(` ${name}(?=[ >])`), '');
  return isSet ? `${bare.slice(0, -1)} ${name}>` : bare;
}

/** Hidden fields and passwords stay as they are. */
function fill(
  control: string,
  [textarea, select, list]: readonly (string | undefined)[],
  fields: Fields,
): string {
  const name = readAttribute(control, 'name') ?? '';
  const typed = fields[name];
  const type = readAttribute(control, 'type') ?? 'text';
  const isTyped = (tag: string): boolean => ejs.escapeXML(typed ?? '') === readAttribute(tag, 'value');
  if (type === 'hidden' || type === 'password') return control;
  if (type === 'checkbox' || type === 'radio')
    return toggle(control, 'checked', typed !== undefined && isTyped(control));
  if (typed === undefined) return control;
  // A textarea drops the line break at its start.
  if (textarea !== undefined) return `${textarea}\n${ejs.escapeXML(typed)}</textarea>`;
  if (select !== undefined)
    return `${select}${(list ?? '').replace(options, (option) => toggle(option, 'selected', isTyped(option)))}</select>`;
  return setAttribute(control, 'value', typed);
}

function mark(control: string, html: string): string {
  const [tag = ''] = /^<[^>]*>/.exec(control) ?? [];
  const own = `${readAttribute(tag, 'name') ?? ''}-mistake`;
  const reason = [own, 'refusal'].find((id) => html.includes(` id="${id}"`));
  const notes = [readAttribute(tag, 'aria-describedby'), reason].filter(Boolean).join(' ');
  const marked = setAttribute(setAttribute(tag, 'aria-invalid', 'true'), 'aria-describedby', notes);
  return marked + control.slice(tag.length);
}

/** The form with this path and the hidden fields that were sent. */
export function fillRefusedForm(html: string, path: string, { kind, fields, issues }: Message): string {
  if (kind === 'notice' || (issues === undefined && Object.keys(fields).length === 0)) return html;
  // The contract names a field by its path in the body: `destination.x`.
  const invalid = new Set([...(issues?.keys() ?? [])].map((name) => name.replace(/^.*\./, '')));
  return html.replaceAll(forms, (form) => {
    const addresses = [...form.matchAll(/ (?:form)?action="([^"#]*)/g)].map(([, address]) => address);
    if (!addresses.includes(path)) return form;
    const hidden = [...form.matchAll(/<input\b[^>]*\btype="hidden"[^>]*>/g)];
    const isSent = ([tag]: RegExpExecArray): boolean =>
      readAttribute(tag, 'value') === ejs.escapeXML(fields[readAttribute(tag, 'name') ?? ''] ?? '');
    if (!hidden.every(isSent)) return form;
    return form.replaceAll(controls, (control: string, ...groups: (string | undefined)[]) => {
      const filled = fill(control, groups, fields);
      const isInvalid =
        invalid.has(readAttribute(control, 'name') ?? '') && !control.includes(' type="hidden"');
      return isInvalid ? mark(filled, html) : filled;
    });
  });
}
