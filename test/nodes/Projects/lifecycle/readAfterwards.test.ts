import { PROJECT_IDS, TECHNOLOGY_IDS } from '../../../../sandbox';
import { byId, perform } from '../support';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const projectId = byId(PROJECT_IDS.retail);
const jobNamed = (name: string) =>
  sandbox().store.addJob({ projectId: PROJECT_IDS.retail, name, alias: name });

interface Case {
  operation: string;
  /** Makes what is there before, and tells the parameters. */
  given(): Record<string, unknown>;
  /** What is read afterwards. */
  read: string;
  /** So many reads go well first. */
  skip?: number;
  says: RegExp;
  /** The changes that were sent with the second try. */
  sent: Record<string, number>;
}

function versions(): Record<string, unknown> {
  const { id } = jobNamed('three versions');
  sandbox().store.addJobVersion(id, {}, 'demo');
  sandbox().store.addJobVersion(id, {}, 'demo');
  return { jobId: byId(id), versionNumber: 1, versionNumbers: '1, 2' };
}

function jobOfAnotherCommand(): void {
  const technologyId = TECHNOLOGY_IDS.python;
  const job = { name: 'etl', category: 'Extraction', technologyId };
  sandbox().store.addJob({ projectId: PROJECT_IDS.retail, ...job });
}

function jobToUpsert(): Record<string, unknown> {
  return {
    projectId,
    name: 'etl',
    category: byId('Extraction'),
    technologyId: byId(TECHNOLOGY_IDS.python),
    version: { commandLine: 'python {file} --day' },
  };
}

const CASES: Case[] = [
  {
    operation: 'job.rollback',
    given: versions,
    read: 'job',
    says: /The job \S+ was rolled back, but the job could not be read afterward: .*403/,
    sent: { rollbackJobVersion: 2 },
  },
  {
    operation: 'job.deleteVersions',
    given: versions,
    read: 'job',
    says: /responded to the deletion of the versions 1, 2 of the job \S+, but the job could not be read/,
    sent: { deleteJobVersions: 2 },
  },
  {
    operation: 'job.deleteVersions',
    given: versions,
    read: 'job',
    skip: 1,
    says: /The versions 1, 2 of job \S+ were deleted, but the job could not be read afterward/,
    sent: { deleteJobVersions: 2 },
  },
  {
    operation: 'job.upsert',
    given: () => (jobOfAnotherCommand(), jobToUpsert()),
    read: 'job',
    skip: 1,
    says: /The job \S+ was updated, but the job could not be read afterward/,
    sent: { addJobVersion: 1 },
  },
];

describe.each(CASES)('$operation that cannot be read afterwards', (one) => {
  const { operation, read, skip = 0, says, sent } = one;
  const RETRY = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };

  test('says that the change was made', async () => {
    const parameters = one.given();
    sandbox().accidents.add({ kind: 'status', operation: read, status: 403, skip, times: 10 });
    const settings = { onError: 'continueRegularOutput' } as const;
    const { json } = await perform(sandbox(), operation, parameters, { settings });
    expect(json).toMatchObject([{ error: expect.stringMatching(says), mayHaveHappened: true }]);
  });

  test('is read again by Retry On Fail, and changed only where that changes nothing more', async () => {
    const parameters = one.given();
    sandbox().accidents.add({ kind: 'status', operation: read, status: 409, skip });
    const { error } = await perform(sandbox(), operation, parameters, { settings: RETRY });
    expect(error).toBeUndefined();
    expect(sandbox().stats.byOperation).toMatchObject(sent);
  });
});
