// Reads characters and metrics from the binary tables of an SFNT font, for the style sheet that scripts/assets.mjs
// generates.

/** Returns the tables of an SFNT font by tag. */
export function tablesOf(font) {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
    const at = 12 + 16 * i;
    const start = font.readUInt32BE(at + 8);
    return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
  });
  return Object.fromEntries(entries);
}

/** Maps characters of the Basic Multilingual Plane to glyphs, from the format 4 subtable of `cmap`. */
export function glyphsOf(cmap) {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + 8 * i));
  const at = subtables.find((offset) => cmap.readUInt16BE(offset) === 4);
  const size = cmap.readUInt16BE(at + 6);
  const glyphs = new Map();
  for (let segment = at + 14; segment < at + 14 + size; segment += 2) {
    const last = cmap.readUInt16BE(segment);
    const first = cmap.readUInt16BE(segment + size + 2);
    const delta = cmap.readUInt16BE(segment + 2 * size + 2);
    const indirect = segment + 3 * size + 2;
    const offset = cmap.readUInt16BE(indirect);
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const glyph =
        offset === 0 ? (code + delta) & 0xffff : cmap.readUInt16BE(indirect + offset + 2 * (code - first));
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

/** Measures ascent, descent, and the mean width of the letters of a text, all in em. */
export function measureFont(font, text) {
  const { head, hhea, hmtx, cmap } = tablesOf(font);
  const em = head.readUInt16BE(18);
  const glyphs = glyphsOf(cmap);
  const lastAdvance = hhea.readUInt16BE(34) - 1;
  const advances = [...text].map((letter) =>
    hmtx.readUInt16BE(4 * Math.min(glyphs.get(letter.codePointAt(0)), lastAdvance)),
  );
  return {
    ascent: hhea.readInt16BE(4) / em,
    descent: -hhea.readInt16BE(6) / em,
    width: advances.reduce((sum, advance) => sum + advance, 0) / advances.length / em,
  };
}
