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

const groups: string[] = [];

/** As `describe`, around tests that run at the same time as all others of the file: it only names them. */
export function describeBeside(name: string, define: () => void): void {
  groups.push(name);
  define();
  groups.pop();
}

/**
 * As `test`, for tests that wait more than they work: those of a file, or of a `describe`, run at the same time, each on a
 * platform of its own. `beforeEach` and `afterEach` are not called for them.
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
  const named = (name: string) => [...groups, name].join(' › ');
  const beside = (name: string, work: Work, maxMs?: number) =>
    test.concurrent(named(name), own(work) as never, maxMs);
  beside.each = (table: readonly unknown[]) => (name: string, work: Work, maxMs?: number) =>
    test.concurrent.each(table)(named(name), own(work) as never, maxMs);
  return beside as never;
}
