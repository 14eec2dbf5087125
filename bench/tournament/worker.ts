/** A process that plays matches for `playMatches`. */
import workerpool from 'workerpool';
import { playMatch, playWithPeople } from './play.ts';

workerpool.worker({ playMatch, playWithPeople });
