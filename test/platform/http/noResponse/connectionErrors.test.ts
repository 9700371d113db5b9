import { connectionError } from '../../../../platform/http/noResponse/connectionErrors';

const failed = (code: string) =>
  connectionError(new URL('https://platform.example'), Object.assign(new Error(code), { code }), {
    wasSent: false,
    timeoutMs: 1_000,
  });

test.each([
  ['EAI_AGAIN', true],
  ['ENOTFOUND', false],
])('%s was never sent, and may pass by itself: %p', (code, isTransient) => {
  expect(failed(code)).toMatchObject({ reach: 'never', transient: isTransient });
});
