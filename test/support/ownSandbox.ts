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

/**
 * As `test`, for tests that wait more than they work: those of a `describe` run at the same time, each on a platform of its
 * own. `beforeEach` and `afterEach` are not called for them.
 * @param platform its options, or what starts it
 */
export function testBeside(platform: SandboxOptions | (() => Promise<Sandbox>) = {}): jest.It {
  const own =
    (work: Work): Work =>
    async (...given) => {
      const sandbox = await (typeof platform === 'function' ? platform() : startSandbox(platform));
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
