import type { IDataObject } from 'n8n-workflow';
import { JOB_IDS, PROJECT_IDS, SCHEDULED_JOB_IDS } from '../../sandbox';
import { ActiveTrigger } from '../support/engine/activeTrigger';
import type { StartItem } from '../support/engine/helperNodes';
import { runNode } from '../support/engine/runWorkflow';
import { readJson } from '../support/repository';
import { sandboxForEachTest } from '../support/testSandbox';
import { performed } from './Projects/support';
import { MINUTE_MS, watchedSandbox } from './ProjectsTrigger/support';
import { readyMadeNode, written } from './readyMade';

describe('operations of ready-made workflows', () => {
  const sandbox = sandboxForEachTest({ seedRuns: false });

  /** Runs a node of a ready-made workflow; what nodes before it returned is in the items. */
  async function run(workflow: string, name: string, items: StartItem[] = [{}]) {
    const found = readyMadeNode(`${workflow}.json`, name);
    const text = JSON.stringify(found.parameters).replaceAll(/\$\('[^']*'\)\.item\.json/g, '$json');
    const { resource, operation, ...parameters } = JSON.parse(text) as Record<string, string>;
    return await performed(sandbox, `${resource}.${operation}`, parameters, { items });
  }
  const QUICK = { queueSeconds: 0, durationSeconds: 0 };
  const asItems = (items: object[]) => items.map((json) => ({ json: json as never }));

  test('the clean-up counts first, then deletes the old runs of each job and keeps the newest', async () => {
    const { store } = sandbox;
    const { id } = store.addJob({ projectId: PROJECT_IDS.retail, script: QUICK });
    for (let run = 20; run > 0; run--) {
      store.startRun(id, { requestedAt: store.clock() - (100 + run) * 86_400_000 });
    }
    const cleanUp = 'clean-up-of-old-runs';
    const jobs = await run(cleanUp, 'List jobs');
    const counted = await run(cleanUp, 'Count old runs', asItems(jobs));
    expect(store.countRunsOfJob(id)).toBe(20);
    const some = counted.filter(({ matched }) => Number(matched) > 0);
    expect(some).toEqual([{ jobId: id, matched: 10, deleted: 0, dryRun: true }]);
    expect(await run(cleanUp, 'Delete old runs', asItems(some))).toMatchObject([
      { matched: 10, deleted: 10 },
    ]);
    expect(store.countRunsOfJob(id)).toBe(10);
  });

  test('a push makes a job or a new version of it, and the same push again changes nothing', async () => {
    const push = async (after: string) => {
      const head_commit = { message: `Commit ${after}` };
      const compare = `https://git.invalid/etl/compare/${after}`;
      const body = { repository: { name: 'etl' }, head_commit, compare };
      const item = { json: { body }, file: { name: `${after}.zip`, text: after } };
      return await run('push-to-job-version', 'Create or update job', [item]);
    };
    expect(await push('one')).toMatchObject([
      { name: 'etl', action: 'created', currentVersion: { packageInfo: { name: 'etl.zip' } } },
    ]);
    expect(await push('one')).toMatchObject([{ action: 'unchanged' }]);
    expect(await push('two')).toMatchObject([
      { action: 'updated', currentVersion: { number: 2, releaseNote: 'Commit two' } },
    ]);
  });

  test('a run for hours is gone on with where its workflow begins anew', async () => {
    const workflow = 'run-for-hours';
    const { settings } = readJson<{ settings: object }>('workflows', `${workflow}.json`);
    expect(settings).toMatchObject({ saveExecutionProgress: true });
    const first = await run(workflow, 'Run job');
    const again = await run(workflow, 'Run job');
    expect(again[0]?.id).toBe(first[0]?.id);
    const checked = await run(workflow, 'Check run', asItems(first));
    expect(checked).toMatchObject([{ id: first[0]?.id, status: expect.any(String) }]);
  });

  describe('a job that is run with a value', () => {
    const values = { day: '2026-11-24', usual: 'today' };
    const jobId = JOB_IDS.salesExtraction;

    const perform = async (name: string) =>
      await run('run-a-job-with-a-value', name, asItems([values]));
    const dayOf = () => sandbox.store.variables.of('JOB', jobId).map(({ value }) => value);

    beforeEach(() => sandbox.store.setScript(jobId, { queueSeconds: 0, durationSeconds: 1 }));

    test.each(['SUCCEEDED', 'FAILED'] as const)(
      'gets it, and the variable is set back after a run that %s',
      async (outcome) => {
        sandbox.store.setScript(jobId, { outcome });
        expect(await perform('Get current runs')).toEqual([]);
        await perform('Set day');
        const [run] = await perform('Run job and wait');
        const inputVariables = expect.objectContaining({ DAY: values.day }) as object;
        expect(run).toMatchObject({ status: outcome, inputVariables });
        await perform('Set day back');
        expect(dayOf()).toEqual(['today']);
      },
    );

    test('ends a second execution before it changes the value, or at the start', async () => {
      sandbox.store.setScript(jobId, { durationSeconds: 60 });
      await perform('Set day');
      const first = sandbox.store.startRun(jobId);
      expect(await perform('Get current runs')).toMatchObject([{ id: first?.id }]);
      expect(await perform('Run job and wait')).toMatchObject([{ id: first?.id, skipped: true }]);
      expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
    });
  });

  test('a chain passes a value of one run on to the next job', async () => {
    const chain = 'chain-of-jobs-across-projects';
    const [readingsId, forecastId] = [JOB_IDS.meterReadings, JOB_IDS.demandForecast];
    for (const id of [readingsId, forecastId]) sandbox.store.setScript(id, QUICK);
    const collected = await run(chain, 'Collect meter readings');
    expect(collected).toMatchObject([{ variables: { READINGS: '88020' } }]);
    await run(chain, 'Pass readings on', asItems(collected));
    await run(chain, 'Forecast demand', asItems(collected));
    const [next] = sandbox.store.runsOfJob(forecastId);
    const readings = { key: 'READINGS', value: '88020', isPassword: false };
    expect(next?.script.environment).toContainEqual(readings);
  });

  test('the morning report is a page about the jobs of the demo, and a mail with its summary', async () => {
    const file = 'morning-report.json';
    await sandbox.restart({ playsSchedules: true, seedRuns: true });
    const { type, parameters } = readyMadeNode(file, 'Get report');
    const credentials = { dataPlatformApi: sandbox.credentials };
    const { json } = await runNode({ type, parameters }, credentials);
    expect(json).toMatchObject([{ projects: 1, jobs: 4 }]);
    expect(json[0]?.needAttention).toBeGreaterThanOrEqual(1);

    const page = String(json[0]?.html);
    const { projectId } = sandbox.store.job(SCHEDULED_JOB_IDS.salesReport) ?? {};
    for (const id of Object.values(SCHEDULED_JOB_IDS)) {
      const job = sandbox.store.job(id);
      const isReported = job?.projectId === projectId;
      expect([job?.name, page.includes(job?.name ?? '')]).toEqual([job?.name, isReported]);
    }

    const subject = String(readyMadeNode(file, 'Send email').parameters.subject);
    const [mail] = await written([{ name: 'subject', value: subject }], json);
    expect(mail?.subject).toBe(json[0]?.summary);
    expect(mail?.subject).toMatch(/^4 jobs, \d+ needs? attention/);
  });
});

describe('triggers of ready-made workflows', () => {
  const START = Date.parse('2026-11-23T10:00:17Z');
  const { clock, sandbox } = watchedSandbox({}, () => START, {
    seedRuns: true,
    playsSchedules: true,
  });

  type Fields = Array<{ name: string; value: string }>;

  function triggerOf(file: string, name: string): ActiveTrigger {
    const { type, parameters } = readyMadeNode(file, name);
    const credentials = { dataPlatformApi: sandbox.credentials };
    return new ActiveTrigger({ type, parameters, credentials });
  }

  async function poll(trigger: ActiveTrigger, minutes: number): Promise<IDataObject[]> {
    const told: IDataObject[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      clock.now += MINUTE_MS;
      told.push(...(await trigger.poll()).json);
    }
    return told;
  }

  test('Tell me what did not run: its messages name what they are about, and say when it is over', async () => {
    const FILE = 'tell-me-what-did-not-run.json';
    const trigger = triggerOf(FILE, 'When something is missing');
    expect((await trigger.activate()).json).toEqual([]);
    const told = await poll(trigger, 5);
    expect(new Set(told.map(({ event }) => event)).size).toBe(4);
    const { parameters } = readyMadeNode(FILE, 'Message');
    const { assignments } = parameters.assignments as never as { assignments: Fields };
    const messages = await written(assignments, told);
    expect(messages).toHaveLength(told.length);
    const patterns: Record<string, [RegExp, RegExp]> = {
      scheduleMissed: [/did not start$/, /^A run was due at 2026-\S+Z, and none has begun\. /],
      notSucceededInTime: [/has not succeeded in time$/, /^It was to succeed by 2026-\S+Z\. /],
      runTooLong: [
        /takes too long$/,
        /^Run \d+ began at 2026-\S+Z\. It usually takes \d+(\.5)? s\. /,
      ],
      recovered: [/is well again$/, /^Run \d+ succeeded at 2026-\S+Z\. .* since 2026-\S+Z: \d+\.$/],
    };
    for (const [index, { subject, text, key, state }] of messages.entries()) {
      const { event, jobId, jobName } = told[index] ?? {};
      const [ofSubject, ofText] = patterns[String(event)] ?? [/^$/, /^$/];
      expect(subject).toMatch(ofSubject);
      expect(subject).toContain(`"${String(jobName)}" of Night in Minutes`);
      expect(text).toMatch(ofText);
      if (event !== 'recovered') expect(text).toMatch(/ Last success: 2026-\S+Z\.$/);
      expect([key, state]).toEqual([jobId, event === 'recovered' ? 'closed' : 'open']);
    }
  });

  test('Keep a ticket while a job fails: a job that fails has an open ticket until it succeeds, in the order in which things happened', async () => {
    const FILE = 'keep-a-ticket-while-a-job-fails.json';
    const trigger = triggerOf(FILE, 'When a job fails or recovers');
    expect((await trigger.activate()).json).toEqual([]);
    const { parameters } = readyMadeNode(FILE, 'Keep ticket');
    const values = (parameters.columns as unknown as { value: Record<string, string> }).value;
    const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
    const tickets = new Map<unknown, Record<string, unknown>>();
    const states: unknown[] = [];
    for (let minute = 0; minute < 6; minute++) {
      const told = await poll(trigger, 1);
      for (const ticket of await written(fields, told)) {
        tickets.set(ticket.jobId, ticket);
        states.push(ticket.state);
      }
      const last = sandbox.store
        .runsOfJob(SCHEDULED_JOB_IDS.stockLevels)
        .find(({ endedAt }) => endedAt !== null);
      const ticket = tickets.get(SCHEDULED_JOB_IDS.stockLevels);
      if (states.length === 0) continue;
      expect(ticket?.state).toBe(last?.status === 'FAILED' ? 'open' : 'closed');
      expect(ticket?.text).toContain(`Run ${last?.number} `);
      if (ticket?.state !== 'open') continue;
      expect(ticket.title).toBe('Job "Export stock levels" of Night in Minutes failed');
      expect(ticket.text).toMatch(/\nConnectionError: warehouse 9 does not answer$/);
    }
    expect([...tickets.keys()]).toEqual([SCHEDULED_JOB_IDS.stockLevels]);
    expect(new Set(states)).toEqual(new Set(['open', 'closed']));
  });
});
