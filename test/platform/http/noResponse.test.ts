import { connectionError } from '../../../platform/http/failures';
import { buildGetRequest } from '../../support/buildGetRequest';

test.each([
  ['EAI_AGAIN', true],
  ['ENOTFOUND', false],
])('%s was never sent, and may pass by itself: %p', (code, isTransient) => {
  const error = Object.assign(new Error(code), { code });
  const failure = connectionError(buildGetRequest('https://platform.example'), error, false);
  expect(failure).toMatchObject({ effect: 'none', isTemporary: isTransient });
});
