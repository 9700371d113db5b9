import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { ASKING_SERVER, PASSPHRASE, pem, ROBOT } from '../../support/clientCertificates';
import { type Check, projectsNode, search } from '../check';

export const credentialChecks: Check[] = [
  {
    name: 'a client certificate pasted into the fields of the credential opens a gateway that asks for one',
    async run(editor, { sandbox }) {
      const { baseUrl } = sandbox.credentials;
      const server = createServer({ ...ASKING_SERVER, rejectUnauthorized: true }, (socket) => {
        const onward = connect(Number(new URL(baseUrl).port), '127.0.0.1');
        socket.pipe(onward).pipe(socket);
        onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
        socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      try {
        await editor.addNode(search, projectsNode, 'Get many projects');
        await editor.testCredential();
        const without = await editor.changeCredential({
          baseUrl: `https://127.0.0.1:${port}`,
          caCertificate: ASKING_SERVER.cert,
        });
        assert.match(without, /requires a client certificate/);
        const answer = await editor.changeCredential({
          clientCertificate: ROBOT.clientCertificate,
          // One line in n8n: the line ends are lost.
          clientKey: pem('client/robot.encrypted'),
          passphrase: PASSPHRASE,
        });
        await editor.page
          .locator('[data-test-id=parameter-input-passphrase]')
          .scrollIntoViewIfNeeded();
        await editor.screenshot('client-certificate');
        assert.match(answer, /"status":"OK"/);
      } finally {
        // Others use the same credential.
        await editor.changeCredential({
          baseUrl,
          caCertificate: '',
          clientCertificate: '',
          clientKey: '',
          passphrase: '',
        });
        server.close();
      }
    },
  },
];
