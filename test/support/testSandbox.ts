import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

interface TestSandbox extends Sandbox {
  /** Starts it anew within a test, with more options. */
  restart(more: SandboxOptions): Promise<void>;
}

/** A sandbox of its own for each test of the file, or of the `describe` that asks. */
export function sandboxForEachTest(options?: SandboxOptions): TestSandbox {
  return runningSandbox(beforeEach, afterEach, options);
}

/** One sandbox for all of them. */
export function sandboxForAllTests(options?: SandboxOptions): TestSandbox {
  return runningSandbox(beforeAll, afterAll, options);
}

/** Stands for the sandbox that runs when it is asked. */
function runningSandbox(
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
