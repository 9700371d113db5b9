import { readTokenLifetimeMs } from '../../../platform/session/authenticate';

const NOW_SECONDS = 1_800_000_000;

function jwt(claims: unknown): string {
  return ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.');
}

test.each([
  ['exp and iat', jwt({ iat: NOW_SECONDS, exp: NOW_SECONDS + 60 }), undefined, 60_000],
  ['a clock that is behind', jwt({ iat: 1_700_000_000, exp: 1_700_000_060 }), undefined, 60_000],
  ['exp alone', jwt({ exp: NOW_SECONDS + 60 }), undefined, 60_000],
  ['exp alone, in the past by our clock', jwt({ exp: NOW_SECONDS - 60 }), undefined, undefined],
  ['no exp', jwt({ sub: 'somebody' }), undefined, undefined],
  ['an opaque token', 'f3b1c2', undefined, undefined],
  ['something that only looks like a JWT', 'a.b.c', undefined, undefined],
  ['a JWT whose claims are no object', jwt(null), undefined, undefined],
  ['a JWT whose claims are text', jwt({ iat: 'now', exp: 'soon' }), undefined, undefined],
  ['expires_in of an opaque token', 'f3b1c2', { expires_in: 60 }, 60_000],
  ['expiresIn', 'f3b1c2', { expiresIn: 60 }, 60_000],
  ['expires_in as text', 'f3b1c2', { expires_in: '60' }, 60_000],
  ['expires_in before the end of a JWT', jwt({ iat: 0, exp: 90 }), { expires_in: 60 }, 60_000],
  ['expires_in after the end of a JWT', jwt({ iat: 0, exp: 30 }), { expires_in: 60 }, 30_000],
  ['expires_in that is over', 'f3b1c2', { expires_in: 0 }, undefined],
  ['no expires_in', 'f3b1c2', {}, undefined],
])('a login that responds with %s', (_name, token, fields, expected) => {
  expect(readTokenLifetimeMs(token, NOW_SECONDS * 1000, fields)).toBe(expected);
});
