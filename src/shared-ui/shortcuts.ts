/** The keyboard shortcuts: the list of their page, and what the script of the pages does. */

interface Shortcut {
  /** Keys pressed one after the other. */
  keys: readonly string[];
  text: string;
  /** The address to open; the navigation's own link if it has one that begins so. */
  goes?: string;
  /** The first element of this selector gets the focus, or is followed if it is a link. */
  finds?: string;
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ['?'], text: 'Show the shortcuts', goes: '/shortcuts' },
  { keys: ['g', 'o'], text: 'Overview', goes: '/dashboard' },
  { keys: ['g', 'c'], text: 'Cities', goes: '/city/' },
  { keys: ['g', 'm'], text: 'Map', goes: '/map' },
  { keys: ['g', 'a'], text: 'Armies', goes: '/armies' },
  { keys: ['g', 'b'], text: 'Battles', goes: '/battles' },
  { keys: ['g', 'w'], text: 'Standing orders', goes: '/wishes' },
  { keys: ['g', 'e'], text: 'Reports', goes: '/reports' },
  { keys: ['g', 'l'], text: 'Ledger', goes: '/ledger' },
  { keys: ['g', 's'], text: 'Seats', goes: '/seats' },
  { keys: ['g', 'r'], text: 'Rankings', goes: '/leaderboard' },
  { keys: ['/'], text: 'Search on the map and on the API page', finds: '#map-wish, #docs-query' },
  { keys: ['['], text: 'Previous city', finds: '.siblings a:has(+ [aria-current])' },
  { keys: [']'], text: 'Next city', finds: '.siblings [aria-current] + a' },
];

/** Keys that work while an element has the focus. */
export const localKeys: readonly { keys: string; text: string }[] = [
  { keys: '← → ↑ ↓', text: 'Move the map' },
  { keys: '+ −', text: 'Zoom the map' },
  { keys: '← →', text: 'Step through the rounds of a battle' },
];
