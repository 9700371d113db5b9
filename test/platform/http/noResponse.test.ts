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

test('a connection that broke after the request was sent is not reported as one that was never encrypted', () => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const asked = { url: new URL('https://platform.example'), tls: {} };
  expect(connectionError(asked, reset, true).message).toMatch(/broke$/);
  expect(connectionError(asked, reset, false).message).toMatch(/before it was encrypted$/);
});
