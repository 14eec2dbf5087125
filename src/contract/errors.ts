/** The body of every refusal, as it stands in the API document. */
import { z } from 'zod';
import { errorCodes } from '../kernel/errors.ts';

export const errorBody = z.object({
  error: z.string(),
  code: z.enum(errorCodes).optional(),
  details: z.string().optional(),
});
