import { buildSchema, introspectionFromSchema } from 'graphql';
import { OutcomeUnknownError } from '../../../../platform/errors/errors';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { getRunsUnderWay } from '../../../../platform/runs/start/startRegister';
import type { OnLostAnswer } from '../../../../platform/runs/start/unknownStart';
import { credentialFor, sendJson, startRawServer, withLogin } from '../../../support/rawServer';
import { AT_ONCE, jobId, newStart, QUICK, STARTS, startsOnClock, WINDOW_MS } from './startsOnClock';

const { clock, open } = startsOnClock();

const UNKNOWN = 'It is not known whether';

test('a start that never arrived is not sent again: unknown, and looked for when it is called again', async () => {
  const { endpoint, drop, begin, sends } = await open({});
  begin({ requestedAt: clock().now() - 60_000 });
  drop();
  const attempt = newStart();
  await expect(attempt.started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  await expect(attempt.started(endpoint)).rejects.toThrow(OutcomeUnknownError);
  const late = begin();
  expect((await attempt.started(endpoint)).id).toBe(late?.id);
  expect(sends()).toBe(1);
});

describe('If the Response Is Lost', () => {
  test('"error": nothing is looked for', async () => {
    const { sandbox, endpoint, lose, sends } = await open({});
    lose();
    const attempt = newStart();
    for (let tries = 0; tries < 2; tries++) {
      const starting = attempt.started(endpoint, { onLostAnswer: 'error' });
      await expect(starting).rejects.toThrow(OutcomeUnknownError);
    }
    expect([sends(), sandbox.stats.byOperation.job]).toEqual([1, undefined]);
  });

  test('"startAgain": it is sent three times at most', async () => {
    const { endpoint, lose, drop, ids, sends } = await open({});
    lose();
    await newStart().started(endpoint, { onLostAnswer: 'startAgain' });
    expect(ids()).toHaveLength(2);
    drop({ times: 10 });
    const attempt = newStart();
    for (let tries = 0; tries < 2; tries++) {
      const starting = attempt.started(endpoint, { onLostAnswer: 'startAgain' });
      await expect(starting).rejects.toThrow(OutcomeUnknownError);
    }
    expect(sends()).toBe(2 + 3);
  });

  describe('"lookThenStart"', () => {
    const options = { onLostAnswer: 'lookThenStart' as OnLostAnswer };

    test('a run that is found is used, and nothing more is sent', async () => {
      const { endpoint, lose, ids, sends } = await open(STARTS);
      lose();
      expect([(await newStart().started(endpoint, options)).id]).toEqual(ids());
      expect(sends()).toBe(1);
    });

    test('it is sent once more at the end of the window if no run is to be seen', async () => {
      const { endpoint, lose, ids, sends } = await open(STARTS);
      lose({ kind: 'status', status: 503, retryAfter: 1 });
      const beganMs = clock().now();
      expect([(await newStart().started(endpoint, options)).id]).toEqual(ids());
      expect(clock().now() - beganMs).toBeGreaterThanOrEqual(WINDOW_MS);
      expect(sends()).toBe(2);
    });

    test('it is sent once more only, also if it is called again', async () => {
      const { endpoint, drop, ids, sends } = await open(STARTS);
      drop({ times: 9 });
      const attempt = newStart();
      for (let tries = 0; tries < 3; tries++) {
        await expect(attempt.started(endpoint, options)).rejects.toMatchObject({
          name: 'OutcomeUnknownError',
          hint: expect.stringContaining('It was sent 2 times. No new run was found so far.'),
        });
      }
      expect([sends(), ids()]).toEqual([2, []]);
    });

    test.each([
      ['a candidate is to be seen', AT_ONCE, true],
      ['the runs cannot be read', STARTS, false],
    ])('nothing more is sent if %s', async (_name, script, hasRun) => {
      const { sandbox, endpoint, drop, begin, sends } = await open(script);
      if (hasRun) begin({ requestedAt: clock().now() - 60_000 });
      else sandbox.accidents.add({ kind: 'status', status: 403, operation: 'job', times: 99 });
      drop();
      await expect(newStart().started(endpoint, options)).rejects.toThrow(UNKNOWN);
      expect(sends()).toBe(1);
    });

    test('nothing more is sent after a cancel', async () => {
      const { endpoint, drop, sends } = await open(STARTS);
      drop();
      const cancel = new AbortController();
      const outcome = newStart().outcome(endpoint, { ...options, signal: cancel.signal });
      await clock().wait(WINDOW_MS / 2);
      cancel.abort();
      await expect(outcome).rejects.toThrow(UNKNOWN);
      expect(sends()).toBe(1);
    });

    test('it stays unknown if the second start is refused', async () => {
      const { endpoint, drop, lose } = await open(STARTS);
      drop();
      lose({ kind: 'status', status: 409 });
      const attempt = newStart();
      await expect(attempt.started(endpoint, options)).rejects.toThrow('409');
      expect(attempt.isUnknown).toBe(true);
    });
  });
});

describe('the message of an unknown start names what would have helped', () => {
  const LOOK_THEN_START = '"Find the Run, or Start Again" in "If the Response Is Lost"';

  test.each<[string, object, OnLostAnswer, string[], string[]]>([
    ['a search that found nothing', {}, 'look', [LOOK_THEN_START], []],
    [
      'no search',
      {},
      'error',
      ['"Find the Run" in "If the Response Is Lost"', LOOK_THEN_START],
      [],
    ],
    [
      'a run that is to be seen',
      { afterEffect: true },
      'look',
      ['), RUNNING', 'set "If Already Running" to "Use the Current Run"'],
      [LOOK_THEN_START],
    ],
  ])('after %s', async (_what, accident, onLostAnswer, says, saysNot) => {
    const { endpoint, lose, ids } = await open(AT_ONCE);
    lose({ kind: 'status', status: 503, ...accident });
    const failure: unknown = await newStart()
      .started(endpoint, { onLostAnswer })
      .catch((error: unknown) => error);
    const { hint } = failure as { hint: string };
    for (const text of [...says, ...(onLostAnswer === 'look' ? ids() : [])]) {
      expect(hint).toContain(text);
    }
    for (const text of saysNot) expect(hint).not.toContain(text);
  });

  test('if neither schema nor runs are returned', async () => {
    const options = { introspection: false, generation: 'documented' } as const;
    const { endpoint, lose } = await open({}, options);
    lose();
    await expect(newStart().started(endpoint)).rejects.toMatchObject({
      name: 'OutcomeUnknownError',
      hint: expect.stringContaining('This platform cannot return "job": its schema has no query'),
    });
  });
});

describe('a cancel', () => {
  test('is not held up by a start, whose run is known once the response arrives', async () => {
    const { endpoint } = await open({}, { latencyMs: 600 });
    const cancel = new AbortController();
    const attempt = newStart();
    const options = { signal: cancel.signal };
    const run = attempt.outcome(endpoint, options);
    const waited = attempt.started(endpoint, options);
    await clock().wait(300);
    cancel.abort();
    await expect(waited).rejects.toThrow('canceled');
    expect(await run).toMatchObject({ id: expect.any(String) });
  });

  test('before the response of a start is lost: its run is still looked for', async () => {
    // The test's time passes many times as fast, and a read is good for 10 s of it.
    const { endpoint, lose, ids, sends } = await open({}, { latencyMs: 15 });
    // Whatever comes after it is new.
    await getRunsUnderWay(endpoint, JOB_RUNS, [jobId], 5);
    lose();
    const cancel = new AbortController();
    const run = newStart().outcome(endpoint, { signal: cancel.signal });
    await clock().wait(25);
    cancel.abort();
    expect((await run).id).toBe(ids()[0]);
    expect(sends()).toBe(1);
  });
});

describe('an odd response to a start', () => {
  const answer = (data: unknown, times = 1) =>
    ({ kind: 'errors', errors: [], data, times, afterEffect: true }) as const;

  test.each([
    ['a run without an ID', { runJob: { status: 'REQUESTED' } }],
    ['a run whose ID is a number', { runJob: { id: 7, status: 'REQUESTED' } }],
    ['a run whose ID is empty', { runJob: { id: '', status: 'REQUESTED' } }],
    ['a run that is none', { runJob: 'REQUESTED' }],
    ['nothing', {}],
    ['more than was asked for', { runJob: { id: 'a', status: 'REQUESTED' }, projects: [] }],
  ])('as %s: the run is looked for, not sent again', async (_name, data) => {
    const { endpoint, lose, ids, sends } = await open(QUICK);
    lose(answer(data));
    expect([(await newStart().started(endpoint)).id]).toEqual(ids());
    expect(sends()).toBe(1);
  });

  test('without a status leaves it unknown', async () => {
    const { endpoint, lose } = await open(QUICK);
    lose(answer({ runJob: { id: 'a', status: {} } }));
    expect(await newStart().started(endpoint)).toEqual({ id: 'a', status: 'UNKNOWN' });
  });

  test('with a failure below the root field came after the run had begun: it is found', async () => {
    const schema = buildSchema(`
      type Run { id: ID! status: String! startTime: String }
      type Job { id: ID! instances(limit: Int, skip: Int): [Run!]! }
      type Query { job(id: ID!): Job }
      type Mutation { runJob(jobId: ID!): Run }
    `);
    let [starts, reads] = [0, 0];
    const server = await startRawServer(
      withLogin(({ body }, response) => {
        if (body.includes('__schema')) {
          sendJson(response, { data: introspectionFromSchema(schema) });
        } else if (body.includes('runJob')) {
          starts++;
          const errors = [{ message: 'No status yet', path: ['runJob', 'status'] }];
          sendJson(response, { data: { runJob: null }, errors });
        } else {
          const startTime = new Date(clock().now()).toISOString();
          const old = { id: 'old', status: 'SUCCEEDED', startTime: '2020-01-01T00:00:00Z' };
          const begun = reads++ > 0 ? [{ id: 'new', status: 'QUEUED', startTime }] : [];
          sendJson(response, { data: { job: { id: jobId, instances: [...begun, old] } } });
        }
      }),
    );
    try {
      const { projects } = Platform.connect(credentialFor(server.baseUrl));
      await wholeSchema(projects);
      await expect(newStart().started(projects)).resolves.toMatchObject({ id: 'new' });
      expect(starts).toBe(1);
    } finally {
      await server.close();
    }
  });
});
