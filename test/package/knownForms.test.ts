import { readFileSync } from 'node:fs';
import { KNOWN_FORMS_FILE, knownForms } from '../../schemas/known';

test('the newest known form is that of the sandbox: npm run schemas writes it', () => {
  expect(readFileSync(KNOWN_FORMS_FILE, 'utf8')).toBe(knownForms());
});
