import { writeFileSync } from 'node:fs';
import { KNOWN_FORMS_FILE, knownForms } from './known';

/** `npm run schemas`: writes the known forms of the platform's schemas. */
writeFileSync(KNOWN_FORMS_FILE, knownForms());
