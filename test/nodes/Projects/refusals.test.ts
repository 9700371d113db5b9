import { APP_IDS, JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { sandboxForAllTests } from '../../support/testSandbox';
import { mutations } from '../../platform/projectFiles/support';
import { byId, perform } from './support';

const sandbox = sandboxForAllTests({ seedRuns: false });

const projectId = byId(PROJECT_IDS.retail);
const jobId = byId(JOB_IDS.salesExtraction);
const NONE = '={{ $json.none }}';

/** Values that would work. */
const USUAL: Record<string, object> = {
  'job.create': {
    projectId,
    name: 'New',
    category: byId('Extraction'),
    technologyId: byId(TECHNOLOGY_IDS.python),
  },
  'job.update': { jobId },
  'job.duplicate': { jobId },
  'job.deleteVersions': { jobId },
  'project.update': { projectId },
  'project.getReport': { scope: 'one', projectId },
  'pipeline.create': { projectId, name: 'New' },
  'volume.create': { projectId, name: 'models', size: '2 GB' },
  'app.addVersion': { appId: byId(APP_IDS.salesDashboard) },
};

const update = (updateFields: object) => ({ updateFields });
const more = (moreFields: string) => update({ moreFields });
const graphWith = (node: object) => ({
  jobsAs: 'graph',
  graph: { jobNodes: [{ id: '1', job: JOB_IDS.salesExtraction, ...node }] },
});
const since = (from: string) => ({ period: 'since', from });
const between = (from: string, to: string) => ({ period: 'between', from, to });

type Row = [operation: string, parameters: object, message: RegExp];

test.each<Row>([
  ['job.create', { category: byId(NONE) }, /No category is selected/],
  ['job.create', { technologyId: byId(NONE) }, /No technology is selected/],
  ['job.create', { name: NONE }, /The name is empty/],
  ['job.create', { binaryPropertyName: 'other' }, /other/],
  ['job.create', { additionalFields: { resources: 'much' } }, /not match its type JobInput/],
  ['job.create', { version: { moreFields: '{ "a": 1 }' } }, /not match its type JobVersionInput/],
  ['job.update', {}, /There is nothing to update/],
  ['job.update', update({ name: ' ' }), /The name is empty/],
  ['job.update', update({ resources: 'much' }), /not match its type JobEditionInput/],
  ...['1;2', '1 2', '1,,2', '1.0', '0x1'].map((versionNumbers): Row => [
    'job.deleteVersions',
    { versionNumbers },
    /The version number is missing or is not a whole number/,
  ]),
  ['job.duplicate', more('{ "shoeSize": 42 }'), /JobEditionInput!.*"shoeSize"/s],
  ['project.update', {}, /There is nothing to update/],
  ['project.update', update({ name: '' }), /The name is empty/],
  ['project.update', more('{ "colour": "red" }'), /not match its type ProjectEditionInput/],
  ['project.update', more('red'), /"More Fields \(JSON\)" is not a JSON object/],
  ['project.getReport', { timezone: 'Mars/Olympus' }, /"Mars\/Olympus" is not a valid time zone/],
  ['project.getReport', since('a'), /"From" must be a date such as .*, not "a"/],
  ['project.getReport', since('2999-01-01'), /"From" is in the future/],
  ['project.getReport', between('2026-02-01', '2026-01-01'), /"To" must be later than "From"/],
  ['project.getReport', between('2020-01-01', '2026-01-01'), /longer than 366 days/],
  ['pipeline.create', graphWith({ nextNode: ['2'] }), /"nextNode"/],
  ['pipeline.create', graphWith({ position: { x: 'left', y: 2 } }), /position\.x/],
  ['pipeline.create', { jobIds: JOB_IDS.meterReadings }, /the project has no job "2000/],
  ['volume.create', { name: ' ' }, /name/],
  ['volume.create', { size: '={{ "" }}' }, /size/i],
  ['app.addVersion', { version: { ports: '[{ "number": 80, "nmae": "web" }]' } }, /"nmae"/],
])('%s with %j is refused before anything is sent', async (operation, parameters, message) => {
  const { error } = await perform(sandbox, operation, { ...USUAL[operation], ...parameters });
  expect(`${error?.message} ${error?.description}`).toMatch(message);
  expect(mutations(sandbox)).toEqual({});
});

const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;
const entry = (name: unknown, value: unknown) => ({ name: given(name), value: given(value) });

test.each([
  ['a name twice', [entry('A', 'x'), entry(' A', 'y')], '"Variables" contains "A" twice'],
  ['no name', [entry('', 'x')], '"Variables" has an entry without a "name"'],
  ['an object', [entry('A', { deep: 'sesame' })], '"Variables" must be text, not an object'],
])('Plan with variables that have %s is refused by name', async (_what, values, message) => {
  const target = { target: 'project', projectId };
  const { error } = await perform(
    sandbox,
    'project.plan',
    {
      source: 'items',
      filePath: '={{ $json.path }}',
      ...target,
      options: { variables: { values } },
    },
    {
      items: [
        ['project.json', '{ "format": 1, "include": [] }'],
        ['volumes/data.json', '{ "name": "data", "size": "1 GB" }'],
      ].map(([path = '', text = '']) => ({ json: { path }, file: { name: 'file.json', text } })),
    },
  );
  expect(error?.message).toBe(message);
});
