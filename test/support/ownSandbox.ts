import { AsyncLocalStorage } from 'node:async_hooks';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

const current = new AsyncLocalStorage<Sandbox>();

/** The platform of the test that asks. */
export function ownSandbox(): Sandbox {
  const sandbox = current.getStore();
  if (!sandbox) throw new Error('Only in a test of testBeside()');
  return sandbox;
}

type Work = (...given: unknown[]) => Promise<void>;

/** As `test`, for tests that wait more than they work: they run at the same time, each on a platform of its own. */
export function testBeside(options: SandboxOptions = {}): jest.It {
  const own =
    (work: Work): Work =>
    async (...given) => {
      const sandbox = await startSandbox(options);
      try {
        await current.run(sandbox, work, ...given);
      } finally {
        await sandbox.close();
      }
    };
  const beside = (name: string, work: Work, maxMs?: number) =>
    test.concurrent(name, own(work) as never, maxMs);
  beside.each = (table: readonly unknown[]) => (name: string, work: Work, maxMs?: number) =>
    test.concurrent.each(table)(name, own(work) as never, maxMs);
  return beside as never;
}
