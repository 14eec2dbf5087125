/** The samples of the API page as readers copy them. */

const letters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#34;': '"',
  '&#39;': "'",
};
const toText = (html: string): string => html.replaceAll(/&[#\w]+;/g, (entity) => letters[entity] ?? entity);

/** The texts of all samples with this label, or of all. */
export function samplesOf(html: string, label = '[^"]*'): string[] {
  const samples = html.matchAll(
    new RegExp(`<pre class="sample asked" tabindex="0" aria-label="${label}"><code>([^<]*)</code>`, 'g'),
  );
  return [...samples].map(([, text = '']) => toText(text));
}

/** What a reader copies for the first five minutes in a language, in the order of the page. */
export function firstSamples(html: string, language: string): string[] {
  const [, part = ''] = new RegExp(`data-language="${language}"([^]*?)</section>`).exec(html) ?? [];
  return samplesOf(part);
}
