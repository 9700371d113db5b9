import { startSandbox } from '../../sandbox';
import type { Accident } from '../../sandbox/accidents/accident';
import { sampleOfTable } from '../support/cases';
import { changingOperations, MUTATIONS, REPEATED } from './tries/everyOperation';
import { runTry } from './tries/operationTry';

/** The change was made, and nobody can tell from what came back. */
const LOST: Array<Accident['kind']> = ['resetAfter', 'html', 'badJson', 'truncated', 'errors'];
const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Sent again within one try: they set the same values of an entity that is known by its ID. */
const SAME_TWICE = new Set(['editPipeline', 'editRepository']);

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.5';

const scriptDefaults = { queueSeconds: 0, durationSeconds: 0 };

/** Operations whose change was sent, for each kind of loss. */
let sent = 0;

const changes = changingOperations().filter(
  ({ name, operation }) => !REPEATED.includes(name) && !/deploy/i.test(operation),
);

const PLAYED = sampleOfTable(changes, LOST);

describe.each(LOST)('a response is lost (%s)', (kind) => {
  // They wait more than they work.
  test.concurrent.each(
    (PLAYED.get(kind) ?? []).map((operation) => [operation.name, operation] as const),
  )('%s: Retry On Fail does not send the change again', async (_name, { tries }) => {
    const sandbox = await startSandbox({ seedRuns: false, scriptDefaults });
    for (const tried of tries) {
      const parameters = tried.parameters(sandbox);
      sandbox.accidents.clear();
      sandbox.stats.reset();
      for (const operation of MUTATIONS) {
        const afterEffect = kind !== 'truncated' && { afterEffect: true };
        // Data of a form that no platform has.
        const data = kind === 'errors' && { data: { [operation]: [7] }, errors: undefined };
        sandbox.accidents.add({ kind, operation, ...afterEffect, ...data });
      }
      const settings = { ...tried.settings, ...RETRIED };
      await runTry(sandbox, tried, { parameters, settings });
      const first = sandbox.stats.recent.find(({ operations }) =>
        operations.some((name) => MUTATIONS.includes(name)),
      );
      const [name = ''] = first?.operations ?? [];
      if (!first || SAME_TWICE.has(name)) continue;
      sent++;
      expect([tried.row, name, sandbox.stats.byOperation[name]]).toEqual([tried.row, name, 1]);
    }
    await sandbox.close();
  });
});

test('most of these operations have sent a change', () => {
  const played = [...PLAYED.values()].flat();
  expect(sent).toBeGreaterThan(played.length / 2);
});
