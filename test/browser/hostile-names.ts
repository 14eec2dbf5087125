/** Two hundred names of typical attacks and edge cases: markup, quotes, text directions, length, emoji. */

const markup = [
  '<script>window.harm=1</script>',
  '<img src=x onerror=window.harm=1>',
  '<svg onload=window.harm=1>',
  '<b>bold</b>',
  '</title><script>harm=1</script>',
  '</textarea><b>x',
  '</option></select><b>x',
  '</svg><img src=x onerror=harm=1>',
  '</style><style>*{display:none}',
  '<!-- <p hidden>',
  '<iframe src=javascript:harm=1>',
  '<a href=javascript:harm=1>x</a>',
  '<form action=//evil.example>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh content=0>',
  '<link rel=stylesheet href=//evil>',
  '<details open ontoggle=harm=1>',
  '<math><mtext><b>x',
  '<template><b>x',
  '<noscript><p title="</noscript>',
];
const quotes = [
  `"' onload='harm=1`,
  `" onfocus=harm=1 autofocus x="`,
  `' onmouseover='harm=1`,
  '`${harm=1}`',
  '{{constructor.constructor(1)()}}',
  '<%= 7 * 7 %>',
  '<%- include("x") %>',
  '${7*7}',
  '#{7*7}',
  '&lt;b&gt;',
  '&amp;amp;',
  '&#60;b&#62;',
  '\\u003cb\\u003e',
  '%3Cb%3E',
  `\\'; DROP TABLE empires; --`,
  `'; harm=1; //`,
  '"}],"harm":1,[{"',
  'javascript:harm=1',
  'data:text/html,<b>',
  'a b\\nc \\ud800 %00',
];
const foreign = [
  'مملكة الشمال',
  'ממלכת הצפון',
  'عربي English عربي',
  '日本国の大きな帝国',
  '대한민국 제국의 군대',
  'จักรวรรดิไทยอันยิ่งใหญ่',
  'Ελληνική Δημοκρατία',
  'Российская империя',
  'Đế quốc Việt Nam',
  'Ærdal Þing ßẞ ŁŠŽ',
  'İstanbul ıI iİ',
  'نستعلیق اردو سلطنت',
  'हिन्दी साम्राज्य क्षेत्र',
  'ᚠᚢᚦᚨᚱᚲ ᛏᛒᛖᛗ',
  '𝕳𝖊𝖌𝖊𝖒𝖔𝖓 𝒆𝒎𝒑',
  'Ａｆｕｌｌｗｉｄｔｈ',
  'ﷺ ﷽ ﷻ',
  'ɥsᴉlƃuǝ uʍop',
  'Ω≈ç√∫˜µ≤≥÷',
  '¡™£¢∞§¶•ªº–≠',
];
const marks = ['\u0301', '\u0489', '\u0323', '\u035c', '\u20dd'].map((mark) => `Z${mark.repeat(20)}algo`);
const emoji = ['🐉', '👨‍👩‍👧', '🏴', '🇬🇧', '👍🏽', '☠️', '💥', '🧙', '❤', '♔'].map((sign) => sign.repeat(3));
const long = ['W', 'i', '字', '🐉', 'ﷺ', '-', '_', '/', '.', '&'].map((sign) => sign.repeat(50));
const words = [
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-Infinity',
  '0x1F',
  '1e400',
  '../../etc/passwd',
  'C:\\\\con\\\\nul',
  'CON PRN AUX',
];

const kinds = [markup, quotes, foreign, marks, emoji, long, words].flat();

/** Each name as it is, then with a prefix, then with a suffix, until there are two hundred. */
export const hostileNames: readonly string[] = Array.from({ length: 200 }, (_, index) => {
  const bare = kinds[index % kinds.length] ?? '';
  const round = Math.floor(index / kinds.length);
  return [bare, `a ${bare}`.slice(0, 50), `${bare} <i>`][round] ?? bare;
});
