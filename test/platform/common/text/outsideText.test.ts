import type { PlatformError } from '../../../../platform/common/errors/errors';
import { readGraphqlResponse } from '../../../../platform/graphql/send/response';
import { statusError } from '../../../../platform/http/failures';
import { failureOf } from '../../../support/failureOf';

const SECRET = 'S3cr"et\\token & more';
const HERE = new URL('https://platform.test/graphql');
const IN_JSON = JSON.stringify(SECRET);

const entry = `{"message":{"a":${IN_JSON}},"path":{"a":[{}]},"locations":7,"extensions":[{"code":{}}]}`;

test.each([
  ...['', 'null', '7', '[]', '{}', IN_JSON, `{"data":${IN_JSON}}`, `[${IN_JSON}]`],
  ...['{"errors":7}', `{"errors":${IN_JSON}}`, '{"errors":{"a":{}}}', '{"errors":[[],null,{}]}'],
  ...[`{"errors":[${entry}],"data":{"a":null}}`, `{"errors":${entry}}`, `{"errors":[${IN_JSON}]}`],
  ...[`{"message":{},"error":[],"detail":${IN_JSON}}`, `{"message":${IN_JSON}}`],
  ...[`<html><title>${SECRET}</title>`, `${'\u202e\u0000x'.repeat(9_000)}${SECRET}`],
])('a response of any form ends in an error for people: %j', async (text) => {
  for (const status of [200, 302, 404, 500, 599]) {
    const headers = { 'retry-after': [SECRET, 'x'], location: [SECRET], date: SECRET };
    const response = { status, headers, text } as never;
    const read = () => readGraphqlResponse(HERE, { response }, [SECRET]);
    for (const { message, hint } of [
      await failureOf<PlatformError>(read),
      statusError(HERE, response, [SECRET]),
    ]) {
      expect(message.length).toBeLessThanOrEqual(1_000);
      expect(hint.length).toBeLessThanOrEqual(8_000);
      const shown = `${message}\n${hint}`;
      expect(shown).not.toMatch(/S3cr|\[object Object\]|undefined|is not a function/);
    }
  }
});
