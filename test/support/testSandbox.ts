import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

/** A sandbox of its own for each test of the file, or of the `describe` that asks. */
export function sandboxForEachTest(options?: SandboxOptions): Sandbox {
  return runningSandbox(beforeEach, afterEach, options);
}

/** One sandbox for all of them. */
export function sandboxForAllTests(options?: SandboxOptions): Sandbox {
  return runningSandbox(beforeAll, afterAll, options);
}

/** Stands for the sandbox that runs when it is asked. */
function runningSandbox(
  before: jest.Lifecycle,
  after: jest.Lifecycle,
  options?: SandboxOptions,
): Sandbox {
  let running: Sandbox;
  before(async () => {
    running = await startSandbox(options);
  });
  after(() => running.close());
  return new Proxy({} as Sandbox, { get: (_none, name) => Reflect.get(running, name) as unknown });
}
