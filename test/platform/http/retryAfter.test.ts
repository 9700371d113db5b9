import { readRetryAfter } from '../../../platform/http/response';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each([
  [undefined, undefined],
  ['3', 3000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['soon', undefined],
])('%p', (header, expected) => {
  expect(readRetryAfter(header, NOW)).toBe(expected);
});
