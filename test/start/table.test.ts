import { table } from '../../start/table';

test('a run is shown in 100 columns, with its name, status, number and duration first', () => {
  const id = '20000000-0000-4000-8000-000000000001';
  const run = {
    ...{ id, jobId: id, jobName: 'Extract daily sales', number: 17, status: 'SUCCEEDED' },
    ...{
      statusDetails: 'x'.repeat(200),
      durationSeconds: 1.5,
      url: `http://127.0.0.1/${id}/${id}`,
    },
    ...{ technology: { id }, endedAt: null },
  };
  const lines = table([run, { ...run, jobName: 'Load' }]).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^jobName +status +number +durationSeconds/);
  expect(lines[3]).toMatch(/^Load +SUCCEEDED +17 +1\.5 /);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
});
