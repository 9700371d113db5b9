import { PROJECTS_NODE, runNode } from '../../support/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { startForwardProxy } from '../../support/network/forwardProxy';
import { Certificates, FUTURE, PAST } from '../servers/certificates';
import { inFrontOf, startHaproxy, startNginx, startOpensslServer } from '../servers/program';
import { forgetProxies } from '../../support/network/forgetProxies';
import { untilTestEnds } from '../../support/untilTestEnds';

export let files: Certificates;
export let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  files = new Certificates()
    .make('root', 'Example Root', { kind: 'authority' })
    .make('between', 'Example Intermediate', { kind: 'authority', issuer: 'root' })
    .make('namesake', 'Example Root', { kind: 'authority' })
    .make('stranger', 'Other Root', { kind: 'authority' })
    .make('good', 'localhost', { issuer: 'root' })
    .make('below', 'localhost', { issuer: 'between' })
    .make('ended', 'localhost', { issuer: 'root', ...PAST })
    .make('early', 'localhost', { issuer: 'root', ...FUTURE })
    .make('elsewhere', 'platform', { issuer: 'root', names: 'DNS:platform.example.com' })
    .make('itself', 'localhost')
    .make('endedBetween', 'Old Intermediate', { kind: 'authority', issuer: 'root', ...PAST })
    .make('belowEnded', 'localhost', { issuer: 'endedBetween' })
    .make('weak', 'localhost', { issuer: 'root', rsaBits: 1024 })
    .make('robot', 'robot', { kind: 'client', issuer: 'root' })
    .make('robotBelow', 'robot below', { kind: 'client', issuer: 'between' });
});
afterAll(async () => {
  files.close();
  await sandbox.close();
});
beforeEach(forgetProxies);

export async function proxyFor(variable: 'ALL_PROXY' | 'HTTPS_PROXY'): Promise<void> {
  const { url } = await untilTestEnds(startForwardProxy());
  process.env[variable] = url;
}

const inFolder = (options: string) =>
  options.replace(/<(\w+\.\w+)>/g, (_all, file: string) => files.path(file));

export const openssl =
  (certificate: string, ...options: string[]) =>
  async () => {
    const pair = ['-cert', `${certificate}.crt`, '-key', `${certificate}.key`];
    const given = [...pair, ...options].map((option) =>
      /\.(?:crt|key|crl|pem)$/.test(option) ? files.path(option) : option,
    );
    return await startOpensslServer(given);
  };

export const nginx =
  (certificate: string, rules: string = '') =>
  async () =>
    await startNginx((port) =>
      inFrontOf(sandbox.baseUrl, port).replace(
        'backlog=1024;',
        `ssl backlog=1024;
         ssl_certificate ${files.path(`${certificate}.crt`)};
         ssl_certificate_key ${files.path(`${certificate}.key`)};
         ${inFolder(rules)}`,
      ),
    );

/** Terminates TLS. @param rules of the frontend */
export const haproxy =
  (certificate: string, options = '', { to, rules = '' }: { to?: string; rules?: string } = {}) =>
  async () => {
    files.join('haproxy.pem', certificate, `${certificate}.key`);
    return await startHaproxy(
      (port) => `
      frontend all
        mode tcp
        bind 127.0.0.1:${port} ssl crt ${files.path('haproxy.pem')} ${inFolder(options)}
        ${rules}
        default_backend behind
      backend behind
        mode tcp
        server behind ${new URL(to ?? sandbox.baseUrl).host}
    `,
    );
  };

/** Files for the fields of the credential. */
export interface Fields {
  ca?: string[];
  client?: string;
}

/** Lists the projects of the sandbox behind a server. */
export async function list(baseUrl: string, { ca = [], client }: Fields, more: object = {}) {
  const credential = {
    ...sandbox.credentials,
    caCertificate: ca.map((file) => files.pem(file)).join('\n'),
    ...(client && { clientCertificate: files.pem(client), clientKey: files.pem(`${client}.key`) }),
    baseUrl,
    ...more,
  };
  const { json, error } = await runNode(
    { type: PROJECTS_NODE, parameters: { resource: 'project', operation: 'getAll' } },
    { dataPlatformApi: credential },
  );
  return { json, message: error?.message, description: String(error?.description ?? '') };
}

export const https = (port: number) => `https://127.0.0.1:${port}`;
export const ROOT: Fields = { ca: ['root'] };
