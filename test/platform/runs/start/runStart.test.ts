import { setTimeout as pause } from 'node:timers/promises';
import { OutcomeUnknownError } from '../../../../platform/common/errors/errors';
import {
  describeUnknownStart,
  type OnLostResponse,
} from '../../../../platform/runs/start/runStart';
import type { Fault } from '../../../../sandbox';
import { failureOf } from '../../../support/failureOf';
import {
  AT_ONCE,
  jobId,
  createStart,
  QUICK,
  STARTS,
  startsOnClock,
  UNKNOWN,
  WINDOW_MS,
} from './startsOnClock';

const { clock, open } = startsOnClock();

test('a start that never arrived is not sent again: unknown, and looked for when it is called again', async () => {
  const { endpoint, drop, begin, read, sends } = await open({});
  begin({ requestedAt: clock().now() - 60_000 });
  await read();
  drop();
  const attempt = createStart(endpoint);
  await expect(attempt.start()).rejects.toThrow(OutcomeUnknownError);
  await expect(attempt.start()).rejects.toThrow(OutcomeUnknownError);
  const late = begin();
  expect((await attempt.start()).id).toBe(late?.id);
  expect(sends()).toBe(1);
});

describe('If the Response Is Lost', () => {
  const LOOK_THEN_START = '"Find the Run, or Start Again" in "If the Response Is Lost"';
  const LOOKED = 'No new run has been found so far.';

  test.each<[OnLostResponse, number, boolean, string]>([
    ['look', 1, true, `${LOOKED} ${LOOK_THEN_START}.* The request was not sent again.`],
    ['error', 1, false, `^Check.*"Find the Run" in.*${LOOK_THEN_START}.* was not sent again.`],
    [
      'startAgain',
      3,
      false,
      "^Check the job's runs [^.]*. The request was sent 3 times. The network",
    ],
    ['lookThenStart', 2, true, `^Check [^.]*. ${LOOKED} The request was sent 2 times. The network`],
  ])('"%s": what never arrives is sent %i times in all its calls', async (...given) => {
    const [onLostResponse, times, isSearched, hint] = given;
    const { sandbox, endpoint, drop, ids, read, sends } = await open(STARTS);
    if (isSearched) await read();
    drop({ times: 9 });
    const attempt = createStart(endpoint);
    for (let calls = 0; calls < 3; calls++) {
      await expect(attempt.start({ onLostResponse })).rejects.toMatchObject({
        name: 'OutcomeUnknownError',
        hint: expect.stringMatching(hint),
      });
    }
    expect([sends(), ids()]).toEqual([times, []]);
    expect(sandbox.stats.byOperation.job !== undefined).toBe(isSearched);
  });

  const BUSY = { kind: 'status', status: 503, retryAfter: 1 } as const;

  test.each<[OnLostResponse, string, Partial<Fault>, number, number]>([
    ['startAgain', 'at once, though a run may have begun', {}, 2, 2],
    ['lookThenStart', 'not if a run is found, which is used', {}, 1, 1],
    ['lookThenStart', 'at the end of the window if no run is to be seen', BUSY, 2, 1],
  ])('"%s": it is sent again %s', async (onLostResponse, _when, fault, times, runs) => {
    const { endpoint, lose, ids, read, sends } = await open(STARTS);
    await read();
    lose(fault);
    const beganMs = clock().now();
    const { id } = await createStart(endpoint).start({ onLostResponse });
    expect([ids()[0], ids().length, sends()]).toEqual([id, runs, times]);
    if (onLostResponse === 'startAgain') expect(clock().now() - beganMs).toBeLessThan(WINDOW_MS);
    else expect(clock().now() - beganMs).toBeGreaterThanOrEqual(WINDOW_MS);
  });

  describe('"lookThenStart"', () => {
    const options = { onLostResponse: 'lookThenStart' as OnLostResponse };

    test.each([
      ['a candidate is to be seen', AT_ONCE, true],
      ['the runs cannot be read', STARTS, false],
    ])('nothing more is sent if %s', async (_name, script, hasRun) => {
      const { sandbox, endpoint, drop, begin, sends } = await open(script);
      if (!hasRun) sandbox.faults.add({ kind: 'status', status: 403, operation: 'job', times: 99 });
      drop();
      const starting = createStart(endpoint).start(options);
      const failed = expect(starting).rejects.toThrow(UNKNOWN);
      await clock().wait(WINDOW_MS / 2);
      if (hasRun) ['a', 'b'].forEach(() => begin());
      await failed;
      expect(sends()).toBe(1);
    });

    test('nothing more is sent after a cancel', async () => {
      const { endpoint, drop, sends } = await open(STARTS);
      drop();
      const cancel = new AbortController();
      const outcome = createStart(endpoint).start({ ...options, signal: cancel.signal });
      await clock().wait(WINDOW_MS / 2);
      cancel.abort();
      await expect(outcome).rejects.toThrow(UNKNOWN);
      expect(sends()).toBe(1);
    });
  });

  test('"startAgain": a user\'s retry counts runs from the first request on', async () => {
    const { endpoint, lose, drop, read, sends } = await open(AT_ONCE);
    await read();
    lose();
    drop({ times: 9 });
    const attempt = createStart(endpoint);
    const failed = expect(attempt.start({ onLostResponse: 'startAgain' })).rejects;
    while (sends() < 1) await clock().wait(10);
    await read();
    await failed.toThrow(UNKNOWN);
    expect(attempt.unknownStart?.numberBefore).toBe(0);
    expect(sends()).toBe(3);
  });

  const NO_RIGHT = { kind: 'errors', errors: [{ message: 'No right', path: ['runJob'] }] } as const;
  const UNFIT = { kind: 'errors', errors: [{ message: 'Unknown type "UUID"' }] } as const;

  test.each<[OnLostResponse, Partial<Fault>, string]>([
    ['startAgain', { kind: 'status', status: 409 }, '409'],
    ['startAgain', NO_RIGHT, 'No right'],
    ['startAgain', UNFIT, 'Unknown type'],
    ['lookThenStart', { kind: 'status', status: 409 }, '409'],
  ])('"%s": it stays unknown if the second start is refused with %j', async (...given) => {
    const [onLostResponse, refusal, why] = given;
    const { endpoint, lose, sends } = await open(STARTS);
    lose({ kind: 'status', status: 504 });
    lose({ ...refusal, times: 9 });
    const attempt = createStart(endpoint);
    await expect(attempt.start({ onLostResponse })).rejects.toMatchObject({
      effect: 'unknown',
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(`^${UNKNOWN} a run of the job ${jobId} started: .*504`),
      hint: expect.stringMatching(`^Check the job's runs [^]*${why}[^]* was sent 2 times.`),
    });
    expect(attempt.isResponseLost).toBe(true);
    expect(sends()).toBe(2);
  });
});

describe('the message of an unknown start', () => {
  test('names the run that is to be seen, and how to continue with it', async () => {
    const { endpoint, lose, ids } = await open(AT_ONCE);
    // Nothing was read before it.
    lose({ kind: 'status', status: 503, afterEffect: true });
    const { hint } = await failureOf(createStart(endpoint).start());
    for (const text of [...ids(), '), RUNNING', '"If Already Running" to "Use the Current Run"']) {
      expect(hint).toContain(text);
    }
    expect(hint).not.toContain('Start Again');
  });

  test.each([
    [20, ''],
    [23, '\nand 3 more'],
  ])('names 20 of %i runs', (count, more) => {
    const candidates = Array.from({ length: count }, (_, id) => ({
      id: `${id}`,
      status: 'RUNNING',
    }));
    const resolution = { kind: 'unknown', candidates, isComplete: true } as const;
    const hint = describeUnknownStart({
      noun: 'job',
      isMade: false,
      onLostResponse: 'look',
      resolution,
    });
    expect(hint).toContain(`\nRun 19, RUNNING${more}\n To continue`);
  });

  test.each([
    [
      'runs',
      { generation: 'documented' } as const,
      'This platform cannot return "job": its schema',
    ],
    ['the schema', { introspection: false }, 'The platform does not return its schema'],
  ])('says so if %s cannot be read', async (_what, options, why) => {
    const { endpoint, lose } = await open({}, options);
    lose();
    await expect(createStart(endpoint).start()).rejects.toMatchObject({
      name: 'OutcomeUnknownError',
      hint: expect.stringContaining(why),
    });
  });
});

describe('a cancel', () => {
  test('leaves the response of a start in flight to be read', async () => {
    const { endpoint } = await open({}, { latencyMs: 1_000 });
    const cancel = new AbortController();
    const attempt = createStart(endpoint);
    const run = attempt.start({ signal: cancel.signal });
    // The platform's pause is real.
    await pause(50);
    cancel.abort();
    expect(await run).toMatchObject({ id: expect.any(String) });
  });

  test('before the response of a start is lost: its run is still looked for', async () => {
    // The test's time passes many times as fast, and a read is good for 10 s of it.
    const { endpoint, lose, ids, read, sends } = await open({}, { latencyMs: 15 });
    // Whatever comes after it is new.
    await read();
    lose();
    const cancel = new AbortController();
    const run = createStart(endpoint).start({ signal: cancel.signal });
    while (sends() === 0) await clock().wait(1);
    cancel.abort();
    expect((await run).id).toBe(ids()[0]);
    expect(sends()).toBe(1);
  });
});

describe('an odd response to a start', () => {
  const answer = (data: unknown, errors: object[] = []) =>
    ({ kind: 'errors', errors, data, afterEffect: true }) as const;
  const below = [{ message: 'No status yet', path: ['runJob', 'status'] }];

  test.each([
    ['a run without an ID', { runJob: { status: 'REQUESTED' } }],
    ['a run whose ID is a number', { runJob: { id: 7, status: 'REQUESTED' } }],
    ['a run whose ID is empty', { runJob: { id: '', status: 'REQUESTED' } }],
    ['a run that is none', { runJob: 'REQUESTED' }],
    ['nothing', {}],
    ['more than was asked for', { runJob: { id: 'a', status: 'REQUESTED' }, projects: [] }],
    ['a failure below the root field', { runJob: null }, below],
  ])('as %s: the run is looked for, not sent again', async (_name, data, errors = []) => {
    const { endpoint, lose, ids, read, sends } = await open(QUICK);
    await read();
    lose(answer(data, errors));
    expect([(await createStart(endpoint).start()).id]).toEqual(ids());
    expect(sends()).toBe(1);
  });

  test('without a status leaves it unknown', async () => {
    const { endpoint, lose } = await open(QUICK);
    lose(answer({ runJob: { id: 'a', status: {} } }));
    expect(await createStart(endpoint).start()).toEqual({ id: 'a', status: 'UNKNOWN' });
  });
});
