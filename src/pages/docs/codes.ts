/** The catalogue of error codes for the API page. */
import { codeWords } from '../../documents/words.ts';
import { errorCodes, messageOf, statusOf } from '../../kernel/errors.ts';

export function codesOf() {
  return errorCodes.map((code) => {
    const [status, message, meaning] = [statusOf(code), messageOf(code), codeWords[code]];
    return {
      id: `code-${code}`,
      searchText: [code, status, message, meaning, 'error code'].join(' '),
      code,
      status,
      message,
      meaning,
    };
  });
}
