import { untilTestEnds } from '../../support/untilTestEnds';
import { describeWith } from '../servers/program';
import { files, haproxy, https, list, nginx, proxyFor, ROOT } from './setting';

describeWith('nginx')('what is trusted', () => {
  test.each<[string, string, string[]]>([
    ['the root', 'good', ['root']],
    ['several authorities, the last of which signed it', 'good', ['stranger', 'namesake', 'root']],
    ['the one in between alone', 'below', ['between']],
    ['the one in between and the root', 'below', ['between', 'root']],
    ['the certificate of the server itself', 'below', ['below']],
    ['a certificate that is signed by itself', 'itself', ['itself']],
  ])('%s', async (_name, certificate, ca) => {
    const server = await untilTestEnds(nginx(certificate)());
    const { json, message } = await list(https(server.port), { ca });
    expect(message).toBeUndefined();
    expect(json.length).toBeGreaterThan(0);
  });

  test('is not the same authority under another name', async () => {
    const server = await untilTestEnds(nginx('below')());
    expect(await list(https(server.port), { ca: ['stranger'] })).toMatchObject({ json: [] });
  });
});

const asking = 'ssl_verify_client on; ssl_verify_depth 3; ssl_client_certificate <root.crt>;';

describeWith('nginx')('a client certificate lets in', () => {
  test.each([false, true])('at nginx (through a proxy: %p)', async (isProxied) => {
    const server = await untilTestEnds(nginx('good', asking)());
    if (isProxied) await proxyFor('HTTPS_PROXY');
    const { json, message } = await list(https(server.port), { ...ROOT, client: 'robot' });
    expect(message).toBeUndefined();
    expect(json.length).toBeGreaterThan(0);
  });

  test('with those in between pasted below it', async () => {
    const server = await untilTestEnds(nginx('good', asking)());
    const chain = `${files.pem('robotBelow')}${files.pem('between')}`;
    const fields = { ...ROOT, client: 'robotBelow' };
    const { message } = await list(https(server.port), fields, { clientCertificate: chain });
    expect(message).toBeUndefined();
    expect((await list(https(server.port), fields)).message).toMatch(/The SSL certificate error/);
  });

  test('at HAProxy', async () => {
    const server = await untilTestEnds(haproxy('good', 'ca-file <root.crt> verify required')());
    const { message } = await list(https(server.port), { ...ROOT, client: 'robot' });
    expect(message).toBeUndefined();
  });
});
