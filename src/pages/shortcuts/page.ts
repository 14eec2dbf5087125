/** The list of the keyboard shortcuts; with JavaScript it also opens as a dialog. */
import { localKeys, shortcuts } from '../../shared-ui/shortcuts.ts';
import { definePage } from '../framework/page.ts';

export const shortcutsPage = definePage('/shortcuts', {
  section: null,
  readers: 'public',
  read: () => ({
    title: 'Keyboard shortcuts',
    values: { shortcuts, localKeys },
  }),
});
