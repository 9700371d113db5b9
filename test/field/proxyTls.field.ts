import { FORWARD_PROXIES } from '../package/forwardProxies';
import { describeWith } from './servers/program';
import { haproxy, https, list, nginx, ROOT, sandbox } from './tls/setting';
import { untilTestEnds } from '../support/untilTestEnds';

/** Starts a platform that requires a client certificate. */
async function startPlatform(): Promise<string> {
  const asking = 'ssl_verify_client on; ssl_client_certificate <root.crt>;';
  return https((await untilTestEnds(nginx('good', asking)())).port);
}

const ofRobot = (ca: string) => ({ ca: [ca], client: 'robot' });

for (const [name, start] of FORWARD_PROXIES) {
  describeWith('haproxy')(`${name} behind TLS`, () => {
    const startProxy = async (certificate: string, options?: string) => {
      const proxy = await untilTestEnds(start());
      const front = haproxy(certificate, options, { to: proxy.url });
      const host = `127.0.0.1:${(await untilTestEnds(front())).port}`;
      process.env.ALL_PROXY = `https://${host}`;
      return { proxy, host };
    };

    test('is trusted by the private authority in the credential, for https and for http', async () => {
      const { proxy } = await startProxy('good');
      const platform = await startPlatform();
      expect((await list(platform, ofRobot('root'))).json.length).toBeGreaterThan(0);
      expect(proxy.seen()).toContain(`CONNECT ${new URL(platform).host}`);
      expect((await list(sandbox.baseUrl, ROOT)).json.length).toBeGreaterThan(0);
      expect(proxy.seen().join()).toContain(`POST ${sandbox.baseUrl}/`);
    });

    test('is not shown the client certificate', async () => {
      const { host } = await startProxy('good', 'ca-file <root.crt> verify required');
      const { json, message } = await list(await startPlatform(), ofRobot('root'));
      expect(json).toEqual([]);
      expect(message).toContain(`proxy ${host}`);
    });

    test.each([
      [
        'good',
        'stranger',
        /^The certificate of the proxy .* is not trusted$/,
        /of the authority that issued it into "CA Certificate"/,
      ],
      ['ended', 'root', /^The certificate of the proxy .* is not valid today$/, /HAS_EXPIRED/],
      [
        'elsewhere',
        'root',
        /^The certificate of the proxy .* is for another host name$/,
        /^Use a name of the certificate as the address in n8n's environment variable/,
      ],
    ])('with the certificate %s and %s pasted is named', async (certificate, ca, what, hint) => {
      await startProxy(certificate);
      for (const address of [await startPlatform(), sandbox.baseUrl]) {
        expect(await list(address, ofRobot(ca))).toEqual({
          json: [],
          message: expect.stringMatching(what),
          description: expect.stringMatching(hint),
        });
      }
    });
  });

  test(`${name} without TLS, named without "http://": the error shows how to write it`, async () => {
    const { host } = new URL((await untilTestEnds(start())).url);
    process.env.HTTPS_PROXY = host;
    expect(await list(`https://${name}.example.com`, ROOT)).toEqual({
      json: [],
      message: `The proxy ${host} does not use HTTPS on this port`,
      description: expect.stringMatching(/^Add http:\/\//),
    });
  });
}
