import { KNOWN_FORMS_FILE, knownForms } from '../../schemas/known';
import { readText } from '../support/repository';

test('the newest known form is that of the sandbox: npm run schemas writes it', () => {
  expect(readText(KNOWN_FORMS_FILE)).toBe(knownForms());
});
