import { introspectionFromSchema } from 'graphql';
import type { ServerResponse } from 'node:http';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { RunWaiter } from '../../../../platform/runs/wait/runWaiter';
import { jobInstance } from '../../../support/jobInstances';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import {
  credentialFor,
  sendJson,
  startRawServer,
  type RawServer,
} from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

const giveUpDelays = { refusalMs: 1_500, unknownMs: 1_000 };
const [RUNNING, SUCCEEDED] = ['RUNNING', 'SUCCEEDED'];

type Answer = (response: ServerResponse) => void;
const status =
  (code: number): Answer =>
  (response) =>
    void response.writeHead(code).end('<html><title>No</title></html>');
const dropped: Answer = (response) => void response.destroy();

/** A platform with accidents, each test with one of its own. */
interface Scene {
  /** What becomes of logins and of looks, by the time since the first look in milliseconds; undefined: all is well. */
  login?: (ms: number) => Answer | undefined;
  look?: (ms: number) => Answer | undefined;
  /** When the runs have ended. */
  endAfterMs: number;
}

let server: RawServer;
let clock: TestClock;
beforeEach(() => {
  clock = new TestClock().run();
});
afterEach(async () => {
  clock.restore();
  await server.close();
});

async function platformOf({ login, look, endAfterMs }: Scene): Promise<RunWaiter> {
  let firstLookMs: number | undefined;
  server = await startRawServer(({ path, body }, response) => {
    const ms = firstLookMs === undefined ? -1 : clock.now() - firstLookMs;
    if (path.endsWith('/authenticate')) {
      const accident = login?.(ms);
      if (accident) accident(response);
      else response.end(`token-${ms}`);
      return;
    }
    if (body.includes('__schema')) {
      return sendJson(response, { data: introspectionFromSchema(RECENT) });
    }
    firstLookMs ??= clock.now();
    const accident = look?.(ms);
    if (accident) return accident(response);
    const ids = [...body.matchAll(/jobInstance\(id: \\"([^"\\]+)/g)].map(([, id]) => id ?? '');
    const run = (id: string) =>
      jobInstance(Number(id.slice(-6)), { status: ms < endAfterMs ? RUNNING : SUCCEEDED });
    sendJson(response, {
      data: Object.fromEntries(
        ids.map((id, n) => [ids.length > 1 ? `item${n}` : 'jobInstance', run(id)]),
      ),
    });
  });
  const { projects } = Platform.connect(credentialFor(server.baseUrl));
  return new RunWaiter(projects, JOB_RUNS, { pollIntervalMs: 200, giveUpDelays });
}

/** The token is refused once and the login with it, for so long. */
function refusedFor(lengthMs: number, answer: Answer): Scene {
  let isRevoked = false;
  return {
    look(ms) {
      if (isRevoked || ms < 0) return undefined;
      isRevoked = true;
      return status(401);
    },
    login: (ms) => (ms >= 0 && ms < lengthMs ? answer : undefined),
    endAfterMs: lengthMs + 300,
  };
}

function revoked(times: number): Scene {
  let revocations = 0;
  return {
    look: (ms) => (ms >= 0 && ++revocations <= times ? status(401) : undefined),
    endAfterMs: 500,
  };
}

describe('100 runs', () => {
  const ids = Array.from({ length: 100 }, (_, n) => uuid(n + 1));

  test.each<[string, () => Scene]>([
    ['the login is refused for a moment', () => refusedFor(600, status(401))],
    ['the token is revoked several times', () => revoked(7)],
    // Longer than a refusal may last: it is an outage, and each look gives up after four of them.
    ['a gateway responds to the login for longer than that', () => refusedFor(5_000, status(502))],
    ['the login breaks off for longer than that', () => refusedFor(5_000, dropped)],
  ])('are waited for while %s', async (_name, scene) => {
    const runs = await platformOf(scene());
    const ends = await Promise.all(ids.map(async (id) => await runs.waitForEnd(id, 20_000)));
    expect(ends.map(({ run }) => run?.status)).toEqual(ids.map(() => SUCCEEDED));
  });

  test('are named where the login is refused for good', async () => {
    const runs = await platformOf(refusedFor(60_000, status(401)));
    const failures = await Promise.all(
      ids.map(
        async (id) => await runs.waitForEnd(id, 20_000).catch((error: unknown) => error as Error),
      ),
    );
    failures.forEach((error, n) => {
      expect(error).toMatchObject({
        name: 'RunUnreadableError',
        message: expect.stringMatching(
          new RegExp(`run ${ids[n]} cannot be waited for: .*rejected the login`),
        ),
        hint: expect.stringContaining('Its last known status was RUNNING'),
      });
    });
  });
});
