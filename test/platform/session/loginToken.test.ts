import { Platform } from '../../../platform/connection/platform';
import { findTokenAt } from '../../../platform/session/loginToken';
import { credentialFor, startRawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';

const TOKEN = 'abc.def.ghi';

interface LoginResponse {
  body?: unknown;
  headers?: Record<string, string>;
}

async function tokenOf({ body = '', headers = {} }: LoginResponse, tokenPath = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { baseUrl } = await untilTestEnds(
    startRawServer((_request, response) => response.writeHead(200, headers).end(text)),
  );
  return await Platform.connect({ ...credentialFor(baseUrl), tokenPath }).session.getToken();
}

test.each<[string, LoginResponse]>([
  ['text with Bearer', { body: `Bearer ${TOKEN}\n` }],
  ['a JSON string with Bearer', { body: `"Bearer ${TOKEN}"` }],
  ['a field with Bearer', { body: { token: `bearer ${TOKEN}` } }],
  ['a field of another name', { body: { authToken: TOKEN } }],
  ['a field with signs in its name', { body: { 'session-token': TOKEN } }],
  ['an object in an object', { body: { success: true, data: { token: TOKEN } } }],
  [
    'deeper objects',
    { body: { result: { data: { tokens: { accessToken: TOKEN, refresh: 'r' } } } } },
  ],
  ['the same token twice', { body: { token: TOKEN, accessToken: `Bearer ${TOKEN}` } }],
  ['OAuth', { body: { access_token: TOKEN, refresh_token: 'r', id_token: 'i' } }],
  ['beside rights that are called access', { body: { token: TOKEN, access: 'full' } }],
  [
    'JSON beside a header against CSRF',
    { body: { token: TOKEN }, headers: { 'X-Auth-Token': 'c' } },
  ],
  ['a header beside OK', { body: 'OK', headers: { 'X-Auth-Token': TOKEN } }],
  ['a header beside an empty body', { headers: { authorization: `Bearer ${TOKEN}` } }],
  ['a header beside JSON', { body: { user: { token: 'u' } }, headers: { 'X-Auth-Token': TOKEN } }],
  ['a header beside a message', { body: 'Welcome back!', headers: { 'x-access-token': TOKEN } }],
])('the token of a login is found in %s', async (_name, response) => {
  await expect(tokenOf(response)).resolves.toBe(TOKEN);
});

test.each<[string, string, LoginResponse]>([
  ['a field', 'user.credentials.key', { body: { user: { credentials: { key: TOKEN } } } }],
  ['one of two fields', 'token', { body: { token: TOKEN, jwt: 'other' } }],
  [
    'a header',
    'Header: x-Own',
    { body: { token: 'other' }, headers: { 'X-Own': `Bearer ${TOKEN}` } },
  ],
  ['the body', '.', { body: TOKEN, headers: { 'X-Auth-Token': 'other' } }],
])('Token Path names %s', async (_name, tokenPath, response) => {
  await expect(tokenOf(response, tokenPath)).resolves.toBe(TOKEN);
});

test('the lifetime beside the token that Token Path names belongs to this token', () => {
  const data = { token: TOKEN, expires_in: 60 };
  const text = JSON.stringify({ data, expires_in: 1 });
  expect(findTokenAt({ text, headers: {} }, 'data.token')?.fields).toEqual(data);
});

test.each<[string, LoginResponse, string | undefined, RegExp, RegExp]>([
  [
    'no token',
    { body: { user: { token: TOKEN }, ok: true } },
    undefined,
    /returned no token$/,
    /enter it in "Token Path".* fields of the response are: user, ok\./,
  ],
  [
    'different tokens',
    { body: { data: { token: 'one', jwt: 'two' } }, headers: { 'x-auth-token': 'three' } },
    undefined,
    /returned several different tokens$/,
    /found at: data\.token, data\.jwt$/,
  ],
  [
    'a token elsewhere than Token Path says',
    { body: { token: TOKEN } },
    'data.token',
    /returned no token at "data\.token"$/,
    /^Set "Token Path".* found at: token$/,
  ],
])('a login with %s says what to do, and shows no token', async (...given) => {
  const [, response, tokenPath, message, hint] = given;
  const failure: unknown = await tokenOf(response, tokenPath).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
    effect: 'none',
  });
  expect(String((failure as { hint: string }).hint)).not.toMatch(/abc\.def|three/);
});

test.each(['a..b', '.a', 'header:', 'header:a b'])(
  'the Token Path %j is refused before anything is sent',
  async (tokenPath) => {
    await expect(tokenOf({}, tokenPath)).rejects.toThrow('is not a valid Token Path');
  },
);
