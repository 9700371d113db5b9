import { sampleOf } from '../support/cases';
import { sandboxForEachTest } from '../support/testSandbox';
import { changingOperations, MUTATIONS } from './tries/everyOperation';
import { runTry } from './tries/operationTry';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.5';

const sandbox = sandboxForEachTest({
  seedRuns: false,
  scriptDefaults: { queueSeconds: 0, durationSeconds: 0 },
});

/** What a message says where a thing was made and nobody can tell its ID. */
const SAYS_MADE = /was (?:made|created|added)|carried (?:this|it) out|started/;

/** In `npm test`, some change of each kind, and each change of some kind. */
const PLAYED = sampleOf(
  changingOperations(),
  ({ resource }) => resource,
  ({ operation }) => operation,
);

test.each(PLAYED.map((operation) => [operation.name, operation] as const))(
  '%s: an ID that is lost beside a change is filled in, or the outcome says so',
  async (_name, { tries, operation }) => {
    for (const tried of tries) {
      const parameters = tried.parameters(sandbox);
      sandbox.accidents.clear();
      for (const change of MUTATIONS) {
        sandbox.accidents.add({ kind: 'lostId', operation: change, times: 100 });
      }
      const asked = () =>
        MUTATIONS.reduce((sum, name) => sum + (sandbox.stats.byOperation[name] ?? 0), 0);
      const before = asked();
      const { error, json } = await runTry(sandbox, tried, { parameters });
      // What a user asks for in words of the platform is told as the platform tells it.
      if (operation === 'callOperation' || operation === 'executeQuery') continue;
      const words = `${tried.row}: ${error?.message} ${error?.description}`;
      if (error && asked() > before) expect(words).toMatch(SAYS_MADE);
      for (const item of json) expect([words, item.id]).not.toEqual([words, null]);
    }
  },
);
