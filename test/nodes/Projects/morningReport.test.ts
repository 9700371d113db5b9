import { SCHEDULED_JOB_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { runNode } from '../../../harness/engine/runWorkflow';
import { readBinary } from '../../../harness/engine/binaryData';
import { readyMadeNode, written } from '../readyMade';

const FILE = 'morning-report.json';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ playsSchedules: true });
});
afterAll(() => sandbox.close());

test('the ready-made morning report is a page about the jobs of the demo, and a mail with its summary', async () => {
  const { type, parameters } = readyMadeNode(FILE, 'Get report');
  const { json, outputs, error } = await runNode(
    { type, parameters },
    { dataPlatformApi: sandbox.credentials },
  );
  expect(error).toBeUndefined();
  expect(json).toHaveLength(1);
  expect(json[0]).toMatchObject({ projects: 1, jobs: 6 });
  expect(json[0]?.needAttention).toBeGreaterThanOrEqual(1);

  const page = (await readBinary(outputs[0]?.[0]?.binary?.data?.id)).toString();
  const names = Object.values(SCHEDULED_JOB_IDS).map((id) => sandbox.store.job(id));
  for (const job of names) {
    const isReported =
      job?.projectId === sandbox.store.job(SCHEDULED_JOB_IDS.salesReport)?.projectId;
    expect([job?.name, page.includes(job?.name ?? '')]).toEqual([job?.name, isReported]);
  }

  const subject = String(readyMadeNode(FILE, 'Send email').parameters.subject);
  const [mail] = await written([{ name: 'subject', value: subject }], json);
  expect(mail?.subject).toBe(json[0]?.summary);
  expect(mail?.subject).toMatch(/\d+ of 6 jobs/);
});
