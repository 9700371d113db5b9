import dns from 'node:dns';
import { REQUEST_NODE_TYPE } from '../support/engine/helperNodes';
import { loadPackage } from '../support/engine/nodeTypes';
import { runNode, type WorkflowRun } from '../support/engine/runWorkflow';
import { keptOf } from '../nodes/Projects/support';
import { takeTableSample } from '../support/cases';
import { MUTUAL_TLS_SERVER } from '../support/clientCertificates';
import {
  credentialFor,
  sendJson,
  startRawServer,
  type Behaviour,
  type RawServer,
  type ReceivedRequest,
} from '../support/rawServer';
import { untilTestEnds } from '../support/untilTestEnds';

const TOKEN = 'canary.token.7f3e9b';

const TYPES: Record<string, (address: string) => object> = {
  dataPlatformApi: (baseUrl) => ({ ...credentialFor(baseUrl), sessionToken: TOKEN }),
  dataPlatformUploadTokenApi: (baseUrl) => ({
    ...{ baseUrl, customer: 'acme', platformId: '1', uploadToken: TOKEN, localAddress: '' },
  }),
  dataPlatformKubernetesApi: (apiServer) => ({ apiServer, token: TOKEN }),
};
const HELPERS = ['httpRequestWithAuthentication', 'requestWithAuthentication'];
const EACH = Object.keys(TYPES).flatMap((type) => HELPERS.map((helper) => ({ type, helper })));

const answerJson: Behaviour = (_request, response) => sendJson(response, { ok: true });

let own: RawServer;
let foreign: RawServer;
let behave: Behaviour;
beforeEach(async () => {
  behave = answerJson;
  own = await untilTestEnds(startRawServer((...call) => behave(...call)));
  foreign = await untilTestEnds(startRawServer(answerJson));
});
afterEach(() => jest.restoreAllMocks());

test.each(Object.keys(TYPES))(
  'n8n lists %s among the types of its HTTP Request node',
  async (type) => {
    const { credentialType } = await loadPackage();
    // As n8n writes types/credentials.json, which the editor reads; what has no `authenticate` there cannot be chosen.
    const copy = { ...credentialType(type) };
    expect(copy.authenticate).toBeInstanceOf(Function);
    expect(JSON.parse(JSON.stringify(copy))).toHaveProperty('authenticate', {});
  },
);

async function send(
  { type, helper }: (typeof EACH)[number],
  url: string,
  request: object = {},
  credential = TYPES[type]?.(own.baseUrl) ?? {},
): Promise<WorkflowRun> {
  const parameters = { credentialType: type, helper, url, body: {}, request };
  return await runNode({ type: REQUEST_NODE_TYPE, parameters: parameters as never }, {
    [type]: credential,
  } as never);
}

const wordsOf = ({ error }: WorkflowRun) => `${error?.message} ${error?.description}`;
const port = ({ baseUrl }: RawServer) => new URL(baseUrl).port;
/** Where n8n takes any failure for an ended session, it is asked whether that has ended. */
const isProbe = ({ body }: ReceivedRequest) => body.includes('__typename');
const sentTo = ({ received }: RawServer) => received.filter((request) => !isProbe(request));
const tokensAt = (server: RawServer) =>
  sentTo(server)
    .map(({ headers }) => headers.authorization)
    .filter((header) => header !== undefined);

const through = (proxy: unknown, shown: string) => ({
  ...{ url: `${own.baseUrl}/x`, request: { proxy }, named: `the proxy ${shown}` },
});
const HOST = { headers: { hOST: 'other.test' } };
/** Addresses that an untrusted user may write, and the message's name for their target. */
const FOREIGN: Array<[name: string, () => { url: string; request?: object; named?: string }]> = [
  ['another port', () => ({ url: `${foreign.baseUrl}/x` })],
  ['another scheme', () => ({ url: `${own.baseUrl.replace('http:', 'https:')}/x` })],
  ['another name of the same host', () => ({ url: `http://localhost:${port(own)}/x` })],
  ['another name in upper case', () => ({ url: `HTTP://LOCALHOST:${port(own)}/x` })],
  ['IPv6', () => ({ url: `http://[::1]:${port(own)}/x` })],
  ['its own as a login', () => ({ url: `http://127.0.0.1@127.0.0.1:${port(foreign)}/x` })],
  ['its own in front', () => ({ url: `${own.baseUrl}@127.0.0.1:${port(foreign)}/x` })],
  ['its own in the path', () => ({ url: `${foreign.baseUrl}/${own.baseUrl}` })],
  ['a backslash', () => ({ url: `http://127.0.0.1:${port(foreign)}\\@127.0.0.1/x` })],
  ['baseURL', () => ({ url: '/x', request: { baseURL: foreign.baseUrl } })],
  ['its own baseURL', () => ({ url: `${foreign.baseUrl}/x`, request: { baseURL: own.baseUrl } })],
  ['a number as address', () => ({ url: `http://2130706434:${port(own)}/x`, named: '127.0.0.2' })],
  ['no scheme', () => ({ url: `//127.0.0.1:${port(foreign)}/x`, named: 'an invalid address' })],
  ['a path alone', () => ({ url: '/x', named: 'an invalid address' })],
  ['nothing', () => ({ url: '', named: 'an invalid address' })],
  ['a file', () => ({ url: 'file:///etc/passwd', named: 'file:' })],
  ['a proxy', () => through(foreign.baseUrl, foreign.baseUrl)],
  ['a proxy in parts', () => through({ host: '127.0.0.1', port: port(foreign) }, '127.0.0.1')],
  ['a host as a header', () => ({ url: `${own.baseUrl}/x`, request: HOST, named: 'other.test' })],
];

const PLAYED = takeTableSample(FOREIGN, EACH);

describe.each(EACH)('a credential of the type $type, by $helper', (sent) => {
  test.each(PLAYED.get(sent) ?? [])('does not leave for %s', async (_name, written) => {
    const { url, request, named = new URL(url, foreign.baseUrl).host } = written();
    const run = await send(sent, url, request);
    expect(foreign.received).toEqual([]);
    expect(sentTo(own)).toEqual([]);
    expect(wordsOf(run)).toContain(own.baseUrl);
    expect(wordsOf(run)).toContain(named);
    expect(keptOf(run)).not.toContain(TOKEN);
  });

  test('goes to its own address, however it is written', async () => {
    const { baseUrl } = own;
    for (const [url, request] of [
      [`${baseUrl}/a/b?c=d`],
      [baseUrl],
      [baseUrl.replace('http', 'HTTP')],
      [`http://2130706433:${port(own)}/x`],
      ['/x', { baseURL: `${baseUrl}/` }],
      ['x', { baseURL: `${baseUrl}/below` }],
      [`${baseUrl}/x`, { headers: { Host: `127.0.0.1:${port(own)}`, AUTHORIZATION: 'mine' } }],
    ] as Array<[string, object?]>) {
      const { error, json } = await send(sent, url, request);
      expect([url, error, json]).toEqual([url, undefined, [{ ok: true }]]);
    }
    expect(tokensAt(own)).toEqual(own.received.map(() => `Bearer ${TOKEN}`));
    expect(own.received.map(({ path }) => path)).toContain('/below/x');
  });

  test('goes to its path and below', async () => {
    const credential = TYPES[sent.type]?.(`${own.baseUrl}/dp/`);
    for (const path of ['/dp', '/dp/', '/dp?x', '/dp/x', '/dp/a/../x', '/dp/..x']) {
      expect((await send(sent, own.baseUrl + path, {}, credential)).error).toBeUndefined();
    }
    expect(tokensAt(own)).toHaveLength(6);
    const outside = ['', '/', '/dpx', '/other', '/dp/../x', '/dp/%2e%2e/x'];
    for (const path of [...outside, '/dp/..%2fx', '/dp/%2E%2E%5Cx']) {
      const words = wordsOf(await send(sent, own.baseUrl + path, {}, credential));
      expect(`${path}: ${words}`).toContain(`${own.baseUrl}/dp`);
    }
    expect(sentTo(own)).toHaveLength(6);
  });

  test.each([302, 307])('keeps its token where a redirect (%i) stays', async (status) => {
    behave = ({ path }, response) =>
      path === '/from'
        ? response.writeHead(status, { location: '/to' }).end()
        : sendJson(response, {});
    const { error } = await send(sent, `${own.baseUrl}/from`, { method: 'GET', body: undefined });
    expect(error).toBeUndefined();
    expect(own.received.map(({ path }) => path)).toEqual(['/from', '/to']);
    expect(tokensAt(own)).toHaveLength(2);
  });

  test.each([
    ['another port', () => foreign.baseUrl],
    ['another name', () => `http://localhost:${port(foreign)}`],
    // n8n's HTTP client takes what stands below a name for the same.
    ['a name below its own', () => `http://below.localhost:${port(own)}`],
  ])('loses its token where a redirect leads to %s', async (_name, address) => {
    jest.spyOn(dns, 'lookup').mockImplementation(((_host: string, ...given: unknown[]) => {
      const answer = given.pop() as (...found: unknown[]) => void;
      const [{ all = false } = {}] = given as [{ all?: boolean }?];
      if (all) answer(null, [{ address: '127.0.0.1', family: 4 }]);
      else answer(null, '127.0.0.1', 4);
    }) as never);
    const seen: unknown[] = [];
    behave = ({ path, headers }, response) => {
      if (path === '/to') seen.push(headers.authorization);
      if (path === '/from') response.writeHead(302, { location: `${address()}/to` }).end();
      else sendJson(response, {});
    };
    const base = `http://localhost:${port(own)}`;
    const request = { method: 'GET', body: undefined };
    const run = await send(sent, `${base}/from`, request, TYPES[sent.type]?.(base));
    expect(tokensAt(own)).toEqual([`Bearer ${TOKEN}`]);
    expect([...seen, ...tokensAt(foreign)].filter((header) => header !== undefined)).toEqual([]);
    expect(keptOf(run)).not.toContain(TOKEN);
  });
});

test('the upload token stays away from the local address, which needs none', async () => {
  const credential = {
    ...TYPES.dataPlatformUploadTokenApi?.(own.baseUrl),
    localAddress: `${foreign.baseUrl}/proxy`,
  };
  const sent = { type: 'dataPlatformUploadTokenApi', helper: 'httpRequestWithAuthentication' };
  const local = `${foreign.baseUrl}/proxy/configuration/acme/1`;
  expect((await send(sent, local, {}, credential)).error).toBeUndefined();
  expect(foreign.received).toHaveLength(1);
  expect(tokensAt(foreign)).toEqual([]);
  const other = await send(sent, `${foreign.baseUrl}/x`, {}, credential);
  expect(wordsOf(other)).toContain(`${own.baseUrl} and ${foreign.baseUrl}/proxy`);
});

test('a client certificate is shown to its own address only', async () => {
  const asking = await untilTestEnds(startRawServer(answerJson, MUTUAL_TLS_SERVER));
  const sent = { type: 'dataPlatformApi', helper: 'httpRequestWithAuthentication' };
  const run = await send(sent, `${asking.baseUrl}/x`);
  expect(wordsOf(run)).toContain(asking.baseUrl);
  expect(asking.received).toEqual([]);
});
