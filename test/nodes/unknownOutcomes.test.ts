import { APP_IDS, JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import type { Fault } from '../../sandbox/faults/fault';
import { takeSample, takeTableSample } from '../support/cases';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../support/ownSandbox';
import { byId, perform } from './Projects/support';
import {
  changingOperations,
  MUTATIONS,
  repeatableMutations,
  REPEATED,
} from './tries/everyOperation';
import { runTry } from './tries/operationTry';

/** The change was made, and nobody can tell from what came back. */
const LOST: Array<Fault['kind']> = ['resetAfter', 'html', 'badJson', 'truncated', 'errors'];
const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Sent again within one try: they set the same values of an entity that is known by its ID. */
const SAME_TWICE = new Set(['editPipeline', 'editRepository']);

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.5';

const scriptDefaults = { queueSeconds: 0, durationSeconds: 0 };
const testEach = testBeside({ seedRuns: false, scriptDefaults }).each;

function addToChanges(faultOf: (operation: string) => Fault): void {
  sandbox().faults.clear();
  sandbox().stats.reset();
  for (const operation of MUTATIONS) sandbox().faults.add(faultOf(operation));
}

const changesSent = () =>
  sandbox()
    .stats.recent.flatMap(({ operations }) => operations)
    .filter((name) => MUTATIONS.includes(name));

let sent = 0;

const ALL = changingOperations();
const PLAYED = takeTableSample(
  ALL.filter(({ name, operation }) => !REPEATED.includes(name) && !/deploy/i.test(operation)),
  LOST,
);

for (const kind of LOST) {
  describeBeside(`a response is lost (${kind})`, () => {
    testEach(PLAYED.get(kind) ?? [])(
      '$name: Retry On Fail does not send the change again',
      async ({ tries }) => {
        for (const tried of tries) {
          const parameters = tried.parameters(sandbox());
          addToChanges((operation) => ({
            kind,
            operation,
            ...(kind !== 'truncated' && { afterEffect: true }),
            // Data of a form that no platform has.
            ...(kind === 'errors' && { data: { [operation]: [7] }, errors: undefined }),
          }));
          const settings = { ...tried.settings, ...RETRIED };
          await runTry(sandbox(), tried, { parameters, settings });
          const [name] = changesSent();
          if (name === undefined || SAME_TWICE.has(name)) continue;
          sent++;
          const { [name]: times } = sandbox().stats.byOperation;
          expect([tried.row, name, times]).toEqual([tried.row, name, 1]);
        }
      },
    );
  });
}

test('most of these operations have sent a change', () => {
  const played = [...PLAYED.values()].flat();
  expect(sent).toBeGreaterThan(played.length / 2);
});

interface Refused {
  made: boolean;
  isProof?: boolean;
  returns(root: string): Partial<Fault>;
}

const refusal = (code: string | undefined, ...path: string[]) => ({
  errors: [{ message: 'No', path: path.length > 0 ? path : undefined, extensions: { code } }],
});

const REFUSALS: Record<string, Refused> = {
  'HTTP 401': { made: false, isProof: true, returns: () => ({ kind: 'expiredToken' }) },
  'a login page': { made: false, isProof: true, returns: () => ({ kind: 'html' }) },
};
for (const made of [true, false]) {
  const returns = () => ({ kind: 'status', status: 403, body: 'json' }) as const;
  REFUSALS[`HTTP 403 ${made ? 'after' : 'before'} the change`] = { made, returns };
}
for (const code of ['UNAUTHENTICATED', 'UNAUTHORIZED', 'FORBIDDEN', undefined]) {
  const below = (root: string) => refusal(code, root, 'x');
  const rootNull = (root: string) => ({ data: { [root]: null } });
  REFUSALS[`${code} of a field, data null`] = { made: true, returns: below };
  REFUSALS[`${code} of a field, its root null`] = {
    made: true,
    returns: (root) => ({ ...below(root), ...rootNull(root) }),
  };
  // Any other code of a root field is the platform's own word that it failed.
  if (!code?.startsWith('UNAUTH')) continue;
  REFUSALS[`${code} of the root field`] = {
    made: true,
    returns: (root) => ({ ...refusal(code, root), ...rootNull(root) }),
  };
  REFUSALS[`${code} beside data`] = {
    made: true,
    returns: (root) => ({ ...refusal(code), ...rootNull(root) }),
  };
  const returns = () => refusal(code);
  REFUSALS[`${code} without a path`] = { made: false, isProof: true, returns };
}

const CHANGING = ALL.filter(({ operation }) => !/deploy/i.test(operation));
const REFUSED = takeTableSample(CHANGING, Object.keys(REFUSALS));
/** Made once more by an operation that may do so twice. */
const REPEATED_MUTATIONS = repeatableMutations();

for (const [way, { made, isProof, returns }] of Object.entries(REFUSALS)) {
  describeBeside(`refused: ${way}`, () => {
    testEach(REFUSED.get(way) ?? [])(
      '$name: no change is made twice, and the error says how often it was sent',
      async ({ tries }) => {
        const [tried] = tries;
        const parameters = tried.parameters(sandbox());
        addToChanges((operation) => ({
          kind: 'errors',
          operation,
          afterEffect: made,
          ...returns(operation),
        }));
        const settings = { ...tried.settings, ...RETRIED };
        const { error } = await runTry(sandbox(), tried, { parameters, settings });
        const sent = [...new Set(changesSent())];
        const times = sent.map((name) => sandbox().stats.byOperation[name] ?? 0);
        const words = `${tried.row}: ${error?.message} ${error?.description}`;
        const isRepeated = (name: string) => REPEATED_MUTATIONS.has(name);
        if (isProof) {
          expect([words, error, times.every((count) => count > 1)]).toEqual([
            words,
            undefined,
            true,
          ]);
        } else {
          const tooMany = sent.filter((name, n) => (times[n] ?? 0) > (isRepeated(name) ? 2 : 1));
          expect([words, tooMany]).toEqual([words, []]);
        }
        if (made && sent.length > 0)
          expect(words).not.toMatch(/nothing was (?:changed|done|sent)/i);
        const [, said] = /The request was (?:not sent again|sent (\d+) times)/.exec(words) ?? [
          0, 0,
        ];
        if (said !== 0)
          expect([words, times]).toEqual([words, expect.arrayContaining([Number(said ?? 1)])]);
      },
    );
  });
}

const SAYS_MADE = /was (?:made|created|added)|carried (?:this|it) out|started/;

testEach(
  takeSample(
    ALL,
    ({ resource }) => resource,
    ({ operation }) => operation,
  ),
)(
  '$name: an ID that is lost beside a change is filled in, or the outcome says so',
  async ({ tries, operation }) => {
    for (const tried of tries) {
      const parameters = tried.parameters(sandbox());
      addToChanges((change) => ({ kind: 'lostId', operation: change, times: 100 }));
      const { error, json } = await runTry(sandbox(), tried, { parameters });
      // What a user asks for in words of the platform is told as the platform tells it.
      if (operation === 'callOperation' || operation === 'executeQuery') continue;
      const words = `${tried.row}: ${error?.message} ${error?.description}`;
      if (error && changesSent().length > 0) expect(words).toMatch(SAYS_MADE);
      for (const item of json) expect([words, item.id]).not.toEqual([words, null]);
    }
  },
);

const MAKING = ALL.filter(({ operation }) =>
  ['create', 'duplicate', 'addVersion', 'deleteVersions', 'move'].includes(operation),
);

testEach(MAKING)('$name: nothing is returned, and the outcome is unknown', async ({ tries }) => {
  for (const tried of tries) {
    const parameters = tried.parameters(sandbox());
    const returnsNull = { kind: 'errors', afterEffect: true, errors: undefined } as const;
    addToChanges((operation) => ({ ...returnsNull, operation, data: { [operation]: null } }));
    const { error } = await runTry(sandbox(), tried, { parameters });
    const message = expect.stringMatching(/^It is not known whether/);
    expect([tried.row, error?.message]).toEqual([tried.row, message]);
  }
});

const beside = testBeside({ seedRuns: false });

function versions(): object {
  const { id } = sandbox().store.addJob({ projectId: PROJECT_IDS.retail, name: 'three versions' });
  for (let n = 0; n < 2; n++) sandbox().store.addJobVersion(id, {}, 'demo');
  return { jobId: byId(id), versionNumber: 1 };
}

function jobToUpsert(): object {
  const [projectId, technologyId] = [PROJECT_IDS.retail, TECHNOLOGY_IDS.python];
  const job = { name: 'etl', category: 'Extraction' };
  sandbox().store.addJob({ projectId, technologyId, ...job });
  const version = { commandLine: 'python {file} --day' };
  return { projectId: byId(projectId), technologyId: byId(technologyId), ...job, version };
}

/** How many reads go well first, what the failure says, and the changes that were sent with the second try. */
const CASES = [
  {
    operation: 'job.rollback',
    given: versions,
    skip: 0,
    says: /The job \S+ was rolled back, but the job could not be read afterward: .*403/,
    sent: { rollbackJobVersion: 2 },
  },
  {
    operation: 'job.upsert',
    given: jobToUpsert,
    skip: 1,
    says: /The job \S+ was updated, but the job could not be read afterward/,
    sent: { addJobVersion: 1 },
  },
];

describe.each(CASES)('$operation that cannot be read afterwards', (one) => {
  const performUnread = async (status: number, times: number, settings: object) => {
    const { given, skip } = one;
    const parameters = given();
    sandbox().faults.add({ kind: 'status', operation: 'job', status, skip, times });
    return await perform(sandbox(), one.operation, parameters, { settings });
  };

  beside('says that the change was made', async () => {
    const { json } = await performUnread(403, 10, { onError: 'continueRegularOutput' });
    expect(json).toMatchObject([{ error: expect.stringMatching(one.says), mayHaveHappened: true }]);
  });

  beside(
    'is read again by Retry On Fail, and changed only where that changes nothing more',
    async () => {
      const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
      const { error } = await performUnread(409, 1, settings);
      expect(error).toBeUndefined();
      expect(sandbox().stats.byOperation).toMatchObject(one.sent);
    },
  );
});

const projectId = byId(PROJECT_IDS.retail);
const targetProjectId = byId(PROJECT_IDS.energy);
const jobId = byId(JOB_IDS.salesExtraction);
const appId = byId(APP_IDS.mobilityNotebook);
const technologyId = byId(TECHNOLOGY_IDS.python);
const JOB = { projectId, name: 'New', category: byId('Extraction'), technologyId };

beside.each<[operation: string, mutation: string, parameters: object, where: string]>([
  ['project.create', 'createProject', { name: 'New' }, 'whether the project "New" exists'],
  ['job.create', 'createJob', JOB, 'whether the project has a job "New"'],
  ['job.duplicate', 'duplicateJob', { jobId }, 'whether a copy exists among the jobs'],
  ['job.addVersion', 'addJobVersion', { jobId }, 'its current version is the new one'],
  ['job.move', 'moveJob', { jobId, targetProjectId }, 'is in the target project'],
  ['job.deleteVersions', 'deleteJobVersions', { jobId, versionNumbers: 1 }, 'which versions'],
  ['app.run', 'runApp', { appId }, 'Get the app, and check its status'],
  ['app.restart', 'restartApp', { appId }, 'Get the app, and check its status'],
])('%s whose response is lost is sent once, and says where to look', async (...given) => {
  const [operation, mutation, parameters, where] = given;
  sandbox().faults.add({ kind: 'resetAfter', operation: mutation });
  const { error } = await perform(sandbox(), operation, parameters);
  expect(error?.message).toContain('It is not known whether the platform carried this out');
  expect(error?.description).toContain(where);
  expect(sandbox().stats.byOperation[mutation]).toBe(1);
});
