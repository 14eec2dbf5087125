import { offerCopies } from '../copy.ts';

offerCopies(() => document.getElementById('secret'));
