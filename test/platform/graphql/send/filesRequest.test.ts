import { wrapBytes } from '../../../../platform/common/content/fileContent';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';

test('a request with files has the headers that servers ask for against CSRF, another has none', async () => {
  const { connect, received } = await startRawPlatform((_request, response) =>
    sendJson(response, { data: { addFile: true } }),
  );
  const { projects } = connect();
  const content = wrapBytes(Buffer.from('x'), 'text/plain');
  const files = [{ path: 'variables.file', name: 'a.txt', content }];
  await projects.mutate({ query: 'mutation { addFile }', variables: { file: null }, files });
  await projects.mutate({ query: 'mutation { addFile }' });
  const sent = received
    .filter(({ path }) => path.endsWith('/graphql'))
    .map(({ headers }) => [headers['apollo-require-preflight'], headers['graphql-preflight']]);
  expect(sent).toEqual([
    ['true', '1'],
    [undefined, undefined],
  ]);
});
