import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

interface TestSandbox extends Sandbox {
  /** Restarts the sandbox with additional options. */
  restart(more: SandboxOptions): Promise<void>;
}

/** Starts a sandbox for each test of the file or `describe`. */
export function sandboxForEachTest(options?: SandboxOptions): TestSandbox {
  return startForTests(beforeEach, afterEach, options);
}

export function sandboxForAllTests(options?: SandboxOptions): TestSandbox {
  return startForTests(beforeAll, afterAll, options);
}

/** Returns a proxy of the sandbox that currently runs. */
function startForTests(
  before: jest.Lifecycle,
  after: jest.Lifecycle,
  options?: SandboxOptions,
): TestSandbox {
  let running: Sandbox;
  const restart = async (more: SandboxOptions) => {
    await running.close();
    running = await startSandbox({ ...options, ...more });
  };
  before(async () => {
    running = await startSandbox(options);
  });
  after(() => running.close());
  return new Proxy({ restart } as TestSandbox, {
    get: (own, name) => Reflect.get(name in own ? own : running, name) as unknown,
  });
}
