/** A process that plays matches for `playMatches`. */
import workerpool from 'workerpool';
import { playMatch } from './match.ts';

workerpool.worker({ playMatch });
