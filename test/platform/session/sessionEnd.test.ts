import { readSessionEnd } from '../../../platform/session/sessionEnd';

const responded = (status: number, body: unknown = '', headers: Record<string, string> = {}) =>
  readSessionEnd({ status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) });
const page = (title: string, body = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const entry = (more: object) => ({ message: 'No', ...more });
const coded = (code: unknown) => ({ errors: [entry({ extensions: { code } })] });
const ENDED = { extensions: { code: 'UNAUTHENTICATED' } };

const certain = (effect: string) => ({ isCertain: true, effect });
const doubtful = (effect: string) => ({ isCertain: false, effect });

test.each([
  ['no text', '', 'none'],
  ['text that is not JSON', '{"errors": [', 'none'],
  ['a list', '["errors"]', 'none'],
  ['an error without a path', { errors: [entry({})] }, 'none'],
  ['an error of a root field', { errors: [entry({ path: ['a'] })] }, 'unknown'],
  ['an error below a root field', { data: null, errors: [entry({ path: ['a', 'b'] })] }, 'made'],
  ['errors that are no objects', { errors: ['unauthorized', null] }, 'none'],
  ['errors that are no list', { errors: 'unauthorized' }, 'none'],
])('401 with %s is a certain end', (_what, body, effect) => {
  expect(responded(401, body)).toEqual(certain(effect));
});

test.each<[string, unknown, string | undefined]>([
  ['a code', coded('UNAUTHENTICATED'), 'none'],
  ['a code in another spelling', coded('Auth-Not_Authenticated'), 'none'],
  ['a classification', { errors: [entry({ extensions: { classification: 'UNAUTHORIZED' } })] }, 'none'],
  ['a message', { errors: [{ message: 'Token expired' }] }, 'none'],
  ['a text as error', { errors: ['jwt expired'] }, 'none'],
  ['an error of OAuth', { error: 'invalid_token' }, 'none'],
  ['the second of two errors', { errors: [entry({}), entry(ENDED)] }, 'none'],
  ['data of null', { data: null, ...coded('UNAUTHENTICATED') }, 'none'],
  ['data with nothing but null', { data: { a: null }, ...coded('UNAUTHENTICATED') }, 'unknown'],
  ['the path of a root field', { errors: [entry({ ...ENDED, path: ['a'] })] }, 'unknown'],
  ['a path as text', { data: null, errors: [entry({ ...ENDED, path: 'a.b' })] }, 'made'],
  ['data', { data: { a: 1, b: null }, ...coded('UNAUTHENTICATED') }, undefined],
  ['another code', coded('FORBIDDEN'), undefined],
  ['a code that is no text', coded(401), undefined],
  ['a code within a longer message', { errors: [{ message: 'Your token expired' }] }, undefined],
  ['a code of 100 characters', coded('unauthorized'.padEnd(100, '-')), undefined],
  ['another word of the platform', { state: 'UNAUTHENTICATED' }, undefined],
  ['a text of more than 256 kB', { ...coded('UNAUTHENTICATED'), x: 'x'.repeat(2 ** 18) }, undefined],
])('200 with %s', (_what, body, effect) => {
  expect(responded(200, body)).toEqual(effect && doubtful(effect));
}); // prettier-ignore

test.each<[string, number, string, Record<string, string>, string | undefined]>([
  ['403', 403, '', {}, 'unknown'],
  ['403 with a page', 403, page('Forbidden'), {}, 'unknown'],
  ['the page of a firewall', 403, page('Rejected', 'Support ID: 1234567'), {}, undefined],
  ['a login page', 200, page('Log in'), {}, 'none'],
  ['another page', 200, page('Welcome'), {}, undefined],
  ['302 to a login', 302, '', { location: 'https://sso.example/auth' }, 'none'],
  ['303 to a login', 303, '', { location: '/login?next=a' }, 'none'],
  ['307 to a login', 307, '', { location: '/oauth2/start' }, 'none'],
  ['302 to no login', 302, '', { location: '/maintenance' }, 'unknown'],
  ['302 without an address', 302, '', {}, 'unknown'],
  ['a permanent redirect', 301, '', { location: '/login' }, undefined],
  ['500', 500, '', {}, undefined],
])('%s', (_what, status, text, headers, effect) => {
  expect(responded(status, text, headers)).toEqual(effect && doubtful(effect));
});
