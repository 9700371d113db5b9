import assert from 'node:assert/strict';
import { JOB_IDS } from '../../../sandbox';
import { talk, withParameters, type AgentsCheck } from '../workflows';

const CHAT = 'chatFailedRuns01';
const OPERATES = 'aiAgentOperates1';

const calls = (tool: string, input: object) => ({ calls: [{ tool, input }] });
const shortRun = { queueSeconds: 0, durationSeconds: 1 };

export const agentChecks: AgentsCheck[] = [
  {
    name: 'agent: finds failed runs, reads the log, runs a job by its name and tells how it went',
    async run(running) {
      const { store } = running.sandbox;
      const failed = store.startRun(JOB_IDS.weatherImport, {
        requestedAt: Date.now() - 60_000,
        script: { ...shortRun, outcome: 'FAILED' },
      });
      const { toolAnswers, said } = await talk(running, {
        workflow: CHAT,
        message: 'What failed last night?',
        steps: [
          calls('List_latest_runs', {}),
          calls('List_job_runs', { job: 'import weather', limit: 1 }),
          calls('Read_job_log', { run_id: failed?.id }),
          calls('Run_job_and_wait', { job: 'Import weather' }),
          { answer: 'Import weather failed: exit status 6.' },
        ],
      });
      const [latest, runs, log, run] = toolAnswers.map((text) => JSON.parse(text) as unknown);
      assert.match(JSON.stringify(latest), /"Import weather".*"currentStatus":\{"status":"FAILED"/);
      const [newest, note] = runs as Array<Record<string, unknown>>;
      assert.equal(newest?.id, failed?.id);
      assert.equal(note?.note, 'There may be more items. To get more than 1, increase the limit.');
      assert.equal((log as object[]).length, 1);
      assert.match(JSON.stringify(log), /exit status 6/);
      const [started] = run as Array<Record<string, unknown>>;
      assert.equal(started?.status, 'FAILED');
      assert.equal(started?.jobName, 'Import weather');
      assert.deepEqual(started?.lastLogLines, ['curl forecast.json', 'exit status 6']);
      assert.equal(said, 'Import weather failed: exit status 6.');
    },
  },
  {
    name: 'agent: is told a failure with run ID, hint and log in one text; of names, what may be meant',
    async run(running) {
      const { store } = running.sandbox;
      const { id: projectId } = store.addProject({ name: 'Copies' });
      const twin = store.addJob({ name: 'Score customers', projectId });
      const { toolAnswers } = await talk(running, {
        workflow: CHAT,
        message: 'Run them',
        changes: { 'Run job and wait': withParameters({ options: {} }) },
        steps: [
          calls('Run_job_and_wait', { job: 'import weather' }),
          calls('Run_job_and_wait', { job: 'Score customers' }),
          { answer: 'None of them' },
        ],
      });
      const [failure, ambiguous] = toolAnswers.map(
        (text) => (JSON.parse(text) as [{ error: string }])[0].error,
      );
      const [run] = store.runsOfJob(JOB_IDS.weatherImport);
      assert.match(String(failure), /^Import weather failed after \d+ s: .* \(run \d+\)\.\n/);
      for (const part of [JOB_IDS.weatherImport, String(run?.id), 'exit status 6']) {
        assert.ok(failure?.includes(part), `${failure} holds ${part}`);
      }
      assert.match(String(ambiguous), /^2 jobs are named "Score customers"\.\n/);
      assert.ok(ambiguous?.includes(`"Score customers" in the project "Copies": ${twin.id}`));
      assert.ok(ambiguous?.includes(JOB_IDS.customerScoring));
      assert.deepEqual(store.runsOfJob(twin.id), []);
    },
  },
  {
    name: 'agent: an older one is told failures where its tools continue on them',
    async run(running) {
      const { toolAnswers } = await talk(running, {
        workflow: CHAT,
        message: 'Run it',
        changes: {
          Agent: (node) => ({ ...node, typeVersion: 2.2 }),
          'Run job and wait': (node) => ({ ...node, onError: 'continueRegularOutput' }),
        },
        steps: [calls('Run_job_and_wait', { job: 'Score everybody' }), { answer: 'No' }],
      });
      assert.match(String(toolAnswers[0]), /There is no job with the name or ID .*Score everybody/);
    },
  },
  {
    name: 'agent: each tool has the name of its node, and a description of itself and what it takes',
    async run(running) {
      await talk(running, { workflow: OPERATES, message: 'Hello', steps: [{ answer: 'Hello' }] });
      const tools = running.chat.requests[0]?.tools ?? [];
      assert.deepEqual(tools.map(({ function: { name } }) => name).sort(), [
        'Get_logs',
        'List_jobs',
        'List_projects',
        'Run_job_and_wait',
      ]);
      for (const { function: tool } of tools) {
        assert.ok(tool.description.length > 30);
        const { properties = {} } = tool.parameters as { properties?: Record<string, object> };
        for (const property of Object.values(properties)) assert.ok('description' in property);
      }
    },
  },
];
