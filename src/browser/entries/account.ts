/** Script of the account page: copies a token that was just made. */
import { offerCopies } from '../copy.ts';

offerCopies(() => document.getElementById('secret'));
