import { Logger } from '@n8n/backend-common';
import { DnsResolver, OutboundHttp, SsrfProtectionService } from '@n8n/backend-network';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import * as client from '../../platform';
import { checkPolicy } from '../../nodes/shared/client/connect';
import { createTool } from '../support/engine/callTool';
import { REQUEST_NODE_TYPE } from '../support/engine/helperNodes';
import { loadOptions } from '../support/engine/loadOptions';
import { pollNode, type PollOptions } from '../support/engine/poll';
import { runNode } from '../support/engine/runWorkflow';
import { searchList } from '../support/engine/searchList';
import { testCredential, type CredentialType } from '../support/engine/testCredential';
import { failureOf } from '../support/failureOf';
import { startForwardProxy } from '../support/network/forwardProxy';
import { forgetProxies } from '../support/network/forgetProxies';
import { startRawServer } from '../support/rawServer';
import { sandboxForAllTests } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';
import { triggerNode } from './ConfFilesTrigger/support';
import { projectsTrigger } from './ProjectsTrigger/support';
import { everyOperation } from './tries/everyOperation';
import { credentialsFor, runTry } from './tries/operationTry';

const FORBIDDEN = '127.0.0.1';
const ALLOWED = 'localhost';
const METADATA = '169.254.169.254';

/** As n8n is when it is started with these variables; other tests share its engine, which has read them already. */
const inEngine = Container.get(OutboundHttp);
function protect(): void {
  process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
  process.env.N8N_SSRF_ALLOWED_HOSTNAMES = ALLOWED;
  const config = Object.assign(new SsrfProtectionConfig(), {
    enabled: true,
    allowedHostnames: [ALLOWED],
  });
  const logger = Container.get(Logger);
  const protection = new SsrfProtectionService(config, Container.get(DnsResolver), logger);
  Container.set(OutboundHttp, new OutboundHttp(protection, config, logger));
}

const sandbox = sandboxForAllTests({ seedRuns: false });
beforeAll(protect);
beforeEach(() => {
  forgetProxies();
  sandbox.stats.reset();
});
afterAll(() => {
  Container.set(OutboundHttp, inEngine);
  delete process.env.N8N_SSRF_PROTECTION_ENABLED;
  delete process.env.N8N_SSRF_ALLOWED_HOSTNAMES;
});

function at<Thing extends object>(host: string, thing: Thing): Thing {
  return JSON.parse(JSON.stringify(thing).replaceAll(FORBIDDEN, host)) as Thing;
}
const credentials = (host: string) => at(host, credentialsFor(sandbox));
const platform = (host: string) => ({ dataPlatformApi: credentials(host).dataPlatformApi ?? {} });

const refused = (host: string) =>
  new RegExp(
    `^The network policy of n8n forbids requests to ${host.replaceAll('.', '\\.')}(:\\d+)?`,
  );

/** First: what a node learns of the policy holds for the tests of credentials, too. */
describe('the test button of', () => {
  const FIELDS: Array<[type: CredentialType, field: string]> = [
    ['dataPlatformApi', 'baseUrl'],
    ['dataPlatformKubernetesApi', 'apiServer'],
    ['dataPlatformUploadTokenApi', 'localAddress'],
  ];

  test.each(FIELDS)('%s sends nothing to a forbidden address', async (type, field) => {
    for (const host of [FORBIDDEN, METADATA]) {
      const { [field]: address } = credentials(host)[type] as Record<string, string>;
      const data = { ...credentials(ALLOWED)[type], [field]: address };
      const { status, message } = (await testCredential(type, data)) ?? {};
      expect([status, message]).toEqual(['Error', expect.stringMatching(refused(host))]);
      expect(message).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
    }
    expect(JSON.stringify(sandbox.stats.recent)).not.toContain(FORBIDDEN);
  });

  test.each(FIELDS)('%s tells a failure of the network from a refusal', async (type, field) => {
    const data = { ...credentials(ALLOWED)[type], [field]: `http://${ALLOWED}:9` };
    const { message } = (await testCredential(type, data)) ?? {};
    expect(message).toContain('Nothing responds at');
  });

  test('none sends anything if n8n does not say what is allowed', async () => {
    const helpers = { request: undefined } as never;
    const connects = checkPolicy(client, helpers, [`http://${ALLOWED}`]);
    await expect(connects).rejects.toThrow(/^n8n did not report whether its network policy allows/);
  });

  test.each(FIELDS)('%s works at an allowed one', async (type) => {
    const result = await testCredential(type, credentials(ALLOWED)[type] ?? {});
    expect(result).toMatchObject({ status: 'OK' });
  });
});

const listing = { resource: 'project', operation: 'getAll' };

const polled = async (host: string, trigger: PollOptions) =>
  await pollNode({ ...trigger, credentials: credentials(host) });
const inEditor = (host: string, method: string) => ({
  ...{ method, parameters: {}, credentials: platform(host) },
});

/** Whatever asks a platform beside operations. The login comes first: no node has brought the policy before. */
const OTHERS: Array<[name: string, ask: (host: string) => Promise<unknown>]> = [
  [
    'a login for a node of n8n',
    async (host) => {
      const url = `${at(host, sandbox.credentials).baseUrl}/projects/api/platform/1/graphql`;
      const helper = 'httpRequestWithAuthentication';
      const parameters = { helper, url, body: { query: '{ projects { id } }' } };
      const credential = { ...platform(host).dataPlatformApi, sessionToken: '' };
      const { error } = await runNode(
        { type: REQUEST_NODE_TYPE, parameters },
        { dataPlatformApi: credential },
      );
      if (error) throw error;
    },
  ],
  ['a searchable list', async (host) => await searchList(inEditor(host, 'searchJobs'))],
  ['a list of options', async (host) => await loadOptions(inEditor(host, 'listProjects'))],
  [
    'a poll of runs',
    async (host) => await polled(host, projectsTrigger(sandbox, { events: ['runSucceeded'] })),
  ],
  ['a poll of files', async (host) => await polled(host, triggerNode(sandbox))],
  [
    'a tool of an agent',
    async (host) => await (await createTool({ parameters: listing }, platform(host)))({}),
  ],
];

describe.each(OTHERS)('%s', (_name, ask) => {
  test('sends nothing to a forbidden address', async () => {
    const { message, description } = await failureOf<Error & { description?: string }>(
      ask(FORBIDDEN),
    );
    expect(`${message}\n${description}`).toMatch(refused(FORBIDDEN));
    expect(sandbox.stats.requests).toBe(0);
  });

  test('works at an allowed one', async () => {
    await ask(ALLOWED);
    expect(sandbox.stats.requests).toBeGreaterThan(0);
  });
});

const SENDS_NOTHING = new Set(['Projects project.validate']);

describe('each operation', () => {
  test.each(everyOperation())('$name sends nothing to a forbidden address', async (operation) => {
    const { name, tries } = operation;
    const { error, json } = await runTry(sandbox, tries[0], {
      credentials: credentials(FORBIDDEN),
    });
    expect(sandbox.stats.requests).toBe(0);
    if (SENDS_NOTHING.has(name)) return expect(json).not.toEqual([]);
    // A try may go on where an item fails.
    const { message, description } = error ?? {
      message: json[0]?.error,
      description: json[0]?.errorDescription,
    };
    expect(message).toMatch(refused(FORBIDDEN));
    expect(description).toContain('N8N_SSRF_ALLOWED_IP_RANGES. Nothing was sent.');
  });
});

describe('other ways to a forbidden address', () => {
  test.each([METADATA, '2130706433', '127.1', '[::1]', '[::ffff:127.0.0.1]'])(
    'the metadata of a cloud, or another way to write it, %s, is none',
    async (host) => {
      const { error } = await runNode({ parameters: listing }, platform(host));
      expect(error?.message).toMatch(/^The network policy of n8n forbids requests to /);
      expect(sandbox.stats.requests).toBe(0);
    },
  );

  test.each([FORBIDDEN, ALLOWED])('a redirect is none, not even to %s', async (host) => {
    const location = `${at(host, sandbox.credentials).baseUrl}/authentication/api/open/authenticate`;
    const elsewhere = await untilTestEnds(
      startRawServer((_request, response) => void response.writeHead(307, { location }).end()),
    );
    const { baseUrl } = at(ALLOWED, elsewhere);
    const { error } = await runNode(
      { parameters: listing },
      { dataPlatformApi: { ...platform(ALLOWED).dataPlatformApi, baseUrl } },
    );
    expect(error?.message).toContain('redirects');
    expect(elsewhere.received).toHaveLength(1);
    // Nor does the test of a credential follow it, which asks n8n about the address first.
    const credential = { ...platform(ALLOWED).dataPlatformApi, baseUrl };
    const tested = await testCredential('dataPlatformApi', credential);
    expect(tested?.message).toContain('redirects');
    expect(elsewhere.received.map(({ method }) => method)).toEqual(['POST', 'HEAD', 'POST']);
    expect(sandbox.stats.requests).toBe(0);
  });

  test('a proxy is none', async () => {
    const proxy = await untilTestEnds(startForwardProxy());
    process.env.HTTP_PROXY = proxy.url;
    const { error } = await runNode({ parameters: listing }, platform(FORBIDDEN));
    expect(error?.message).toMatch(refused(FORBIDDEN));
    expect(proxy.seen()).toEqual([]);
  });
});
