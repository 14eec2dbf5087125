/** The list of the keyboard shortcuts; with JavaScript, players can turn them off. */
import { localKeys, shortcuts } from '../../shared-ui/shortcuts.ts';
import { definePage } from '../framework/page.ts';

export const shortcutsPage = definePage('/shortcuts', {
  section: null,
  readers: 'guest',
  read: () => ({
    title: 'Keyboard shortcuts',
    values: { shortcuts, localKeys },
  }),
});
