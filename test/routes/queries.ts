/** Good and bad values of the query parameters that several routes have. */
import { noIds, noNumbers } from '../support/bad-values.ts';
import { unknownId } from '../support/set-state.ts';

export const fromOne = { good: '2', bad: [...noNumbers, '0', '-1'] };
export const fromZero = { good: '0', bad: [...noNumbers, '-1'] };
export const position = {
  good: `1-${unknownId}`,
  bad: [...noIds, unknownId, `-1-${unknownId}`, '1-', '5'],
};
export const pageOfMessages = { before: fromOne, after: fromZero, limit: fromOne };
