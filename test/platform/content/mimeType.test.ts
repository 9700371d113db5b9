import { sendableMimeType } from '../../../platform/content/mimeType';

test.each([
  ['text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
  ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
  ['text', 'application/octet-stream'],
  ['', 'application/octet-stream'],
  ['text/plain;\nx', 'text/plain'],
  ['text/pl ain', 'application/octet-stream'],
])('%p is sent as %p', (given, sent) => {
  expect(sendableMimeType(given)).toBe(sent);
});
