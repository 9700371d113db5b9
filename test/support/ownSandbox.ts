import { AsyncLocalStorage } from 'node:async_hooks';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

const current = new AsyncLocalStorage<Sandbox>();

/** Returns the platform of the running test. */
export function ownSandbox(): Sandbox {
  const sandbox = current.getStore();
  if (!sandbox) throw new Error('Only in a test of testBeside()');
  return sandbox;
}

type Work = (...given: unknown[]) => Promise<void>;

const groups: string[] = [];

/** Names a group of tests, as `describe` does. They run at the same time as all others of the file. */
export function describeBeside(name: string, define: () => void): void {
  groups.push(name);
  define();
  groups.pop();
}

/**
 * Replaces `test` for tests that mostly wait. Those of a file, or of a `describe`, run at the same time, each on its own
 * platform. Jest calls no `beforeEach` and `afterEach` for them.
 * @param platform options, or a function that starts it
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
