import { connectionError } from '../../../platform/http/noResponse';

const failed = (code: string) =>
  connectionError(
    { url: new URL('https://platform.example'), tls: {} },
    Object.assign(new Error(code), { code }),
    false,
  );

test.each([
  ['EAI_AGAIN', true],
  ['ENOTFOUND', false],
])('%s was never sent, and may pass by itself: %p', (code, isTransient) => {
  expect(failed(code)).toMatchObject({ reach: 'never', transient: isTransient });
});
