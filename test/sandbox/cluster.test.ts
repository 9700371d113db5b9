import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sandboxForEachTest } from '../support/testSandbox';

const sandbox = sandboxForEachTest({ seed: false });

const PROXY =
  '/kubernetes/api/v1/namespaces/platform-common/services/platform-common-confservice:80/proxy';
const FILES = '/configuration/demo/1';

/** Sent as it is written: `fetch` would clean the path first. */
async function ask(path: string): Promise<{ status: number | undefined; body: string }> {
  const headers = { authorization: `Bearer ${sandbox.clusterCredentials.token}` };
  return await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: sandbox.port, path, headers }, (response) =>
      resolve(text(response).then((body) => ({ status: response.statusCode, body }))),
    )
      .once('error', reject)
      .end();
  });
}

test('other services, and other ports, are forbidden', async () => {
  for (const path of [PROXY.replace('confservice', 'other'), PROXY.replace(':80', ':81')])
    expect((await ask(path + FILES)).status).toBe(403);
});

test.each([
  ['/a%2Fb', '/a/b', 'an encoded slash becomes one'],
  ['/a/../b', '/b', 'a step up is taken'],
  ['/a/%2e%2e/b', '/b', 'also an encoded one'],
  ['//a', '/a', 'two slashes become one'],
  ['/a%2Bb%3Bc', '/a+b;c', 'less is encoded'],
  ['/a!b%27c', '/a%21b%27c', 'other signs are'],
  ['?path=/a%2Fb', '?path=/a%2Fb', 'queries stay'],
])('%s goes on to the service as %s: %s', async (asked, sent) => {
  await ask(PROXY + FILES + asked);
  const passedOn = sandbox.stats.recent.filter(({ operation }) => operation !== 'clusterProxy');
  expect(passedOn.at(-1)?.path).toBe(FILES + sent);
});

test('the links of a page are written again', async () => {
  sandbox.confFiles.write('/a.html', '<A HREF=/x>y</A><p title="a">');
  const { body } = await ask(`${PROXY}${FILES}/a.html`);
  expect(body).toBe(`<a href="${PROXY}/x">y</A><p title="a">`);
});
