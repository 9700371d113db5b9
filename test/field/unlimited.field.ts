import { PROJECTS_NODE, runNode } from '../../harness/engine/runWorkflow';
import { startSandbox } from '../../sandbox';
import { startHaproxy } from './servers/haproxy';
import { inFrontOf, startNginx } from './servers/nginx';
import { describeWith, type FieldServer } from './servers/program';

const STARTS: Record<string, (address: string) => Promise<FieldServer>> = {
  nginx: (address) => startNginx((port) => inFrontOf(address, port)),
  haproxy: (address) =>
    startHaproxy(
      (port) => `
        frontend all
          bind 127.0.0.1:${port}
          default_backend platform
        backend platform
          server platform ${new URL(address).host}
      `,
    ),
};

const closers: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

for (const [name, start] of Object.entries(STARTS)) {
  describeWith(name)(`the packed package behind ${name}`, () => {
    test('lists the projects', async () => {
      const sandbox = await startSandbox();
      closers.push(() => sandbox.close());
      const server = await start(sandbox.baseUrl);
      closers.push(() => server.stop());
      const { json, error } = await runNode(
        { type: PROJECTS_NODE, parameters: { resource: 'project', operation: 'getAll' } },
        { dataPlatformApi: { ...sandbox.credentials, baseUrl: server.origin } },
      );
      expect(error).toBeUndefined();
      expect(json.length).toBeGreaterThan(0);
    });
  });
}
