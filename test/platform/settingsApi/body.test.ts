import { UnexpectedResponseError } from '../../../platform/errors/errors';
import { readSettingBody } from '../../../platform/settingsApi/body';

const URL_OF_SETTING = new URL('https://platform.example.com/settings');
const TOKEN = 'Zk81.e30-_.token"with %2B + quotes';

const read = (text: string) =>
  readSettingBody(URL_OF_SETTING, { status: 200, headers: {}, text }, [TOKEN]);

test('a setting is given as it came', () => {
  expect(read('s3a://lake')).toBe('s3a://lake');
  expect(read('{"a":[1]}')).toEqual({ a: [1] });
});

test.each([
  ['as it is', `authorization: ${TOKEN}`],
  ['in JSON', JSON.stringify({ seen: [`Bearer ${TOKEN}`] })],
  ['in Base64', Buffer.from(`Bearer ${TOKEN}`).toString('base64')],
  [
    'in JSON in Base64',
    Buffer.from(JSON.stringify({ seen: `Bearer ${TOKEN}` })).toString('base64'),
  ],
  ['in JSON in a form', String(new URLSearchParams({ seen: JSON.stringify([TOKEN]) }))],
  ['for an address', encodeURIComponent(TOKEN)],
])('a response that repeats the token %s is no setting', (_how, text) => {
  expect(() => read(text)).toThrow(UnexpectedResponseError);
  expect(() => read(text)).toThrow('platform.example.com returned the request');
});
