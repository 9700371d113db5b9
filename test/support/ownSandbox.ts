import { AsyncLocalStorage } from 'node:async_hooks';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

const current = new AsyncLocalStorage<Sandbox>();

/** Returns the sandbox of the running test. */
export function ownSandbox(): Sandbox {
  const sandbox = current.getStore();
  if (!sandbox) throw new Error('Call this function only in a test of testBeside()');
  return sandbox;
}

type Work = (...args: unknown[]) => Promise<void>;

const groups: string[] = [];

/** Groups tests of `testBeside`, as `describe` does. They run at the same time as those outside the group. */
export function describeBeside(name: string, define: () => void): void {
  groups.push(name);
  define();
  groups.pop();
}

/**
 * Replaces `test` for tests that mostly wait. The tests of a file, or of a `describe`, run at the same time, each with its own
 * sandbox. Jest does not call `beforeEach` and `afterEach` for them.
 * @param platform options of the sandbox, or a function that starts it
 */
export function testBeside(platform: SandboxOptions | (() => Promise<Sandbox>) = {}): jest.It {
  const withSandbox =
    (work: Work): Work =>
    async (...args) => {
      const sandbox = await (typeof platform === 'function' ? platform() : startSandbox(platform));
      try {
        await current.run(sandbox, work, ...args);
      } finally {
        await sandbox.close();
      }
    };
  const buildName = (name: string) => [...groups, name].join(' › ');
  const beside = (name: string, work: Work, maxMs?: number) =>
    test.concurrent(buildName(name), withSandbox(work) as never, maxMs);
  beside.each = (table: readonly unknown[]) => (name: string, work: Work, maxMs?: number) =>
    test.concurrent.each(table)(buildName(name), withSandbox(work) as never, maxMs);
  return beside as never;
}
