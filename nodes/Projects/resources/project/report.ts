import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { InvalidInputError } from '../../../../platform/common/errors/errors';
import { readProjectId } from '../../../../platform/common/input/identifiers';
import type { WantedReport } from '../../../../platform/report/getReport';
import { type PeriodName, readPeriod } from '../../../../platform/report/period';
import type { Report } from '../../../../platform/report/report';
import type { QuietDates } from '../../../../platform/runs/schedules/quietDates';
import {
  readQuietDates,
  describeSkippedEvents,
} from '../../../../platform/runs/schedules/readQuietDates';
import { loadPlatform } from '../../../shared/client/loadPlatform';
import { projectLocator } from '../../../shared/locators/locators';
import { buildOptionsField, quietDatesField } from '../../../shared/parameters/collections';
import { showHints } from '../../../shared/operation/hints';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { IN_TOOL, isTool } from '../../../shared/tools/toolOutput';
import { REPORT } from '../../outputs';
import { storeHtml } from '../../../shared/items/storeBinary';

const showIf = (name: string, ...values: string[]) => ({ show: { [name]: values } });

const reportFields: INodeProperties[] = [
  {
    displayName: 'Scope',
    name: 'scope',
    type: 'options',
    default: 'one',
    description: 'The projects whose jobs and pipelines to include',
    options: [
      { name: 'One Project', value: 'one' },
      { name: 'Several Projects', value: 'several' },
      {
        name: 'All Projects',
        value: 'all',
        description: 'All projects that the login has access to',
      },
    ],
  },
  { ...projectLocator, displayOptions: showIf('scope', 'one') },
  {
    displayName: 'Project Names or IDs',
    name: 'projectIds',
    type: 'multiOptions',
    // Is not required, because n8n would also ask for a value if an expression sets the projects.
    default: [],
    description:
      'The projects to include. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
    typeOptions: { loadOptionsMethod: 'listProjects' },
    displayOptions: showIf('scope', 'several'),
  },
  {
    displayName: 'Include',
    name: 'include',
    type: 'options',
    default: 'both',
    description: 'What to include in the report',
    options: [
      { name: 'Jobs', value: 'jobs' },
      { name: 'Jobs and Pipelines', value: 'both' },
      { name: 'Pipelines', value: 'pipelines' },
    ],
  },
  {
    displayName: 'Period',
    name: 'period',
    type: 'options',
    default: 'last24Hours',
    description: 'The period of the report. It counts runs that started in this period.',
    // eslint-disable-next-line n8n-nodes-base/node-param-options-type-unsorted-items -- in order of length
    options: [
      { name: 'Last 24 Hours', value: 'last24Hours' },
      { name: 'Last 7 Days', value: 'last7Days' },
      { name: 'Last 30 Days', value: 'last30Days' },
      { name: 'Since a Time', value: 'since' },
      { name: 'Between Two Times', value: 'between' },
    ],
  },
  {
    displayName: 'From',
    name: 'from',
    type: 'dateTime',
    default: '',
    required: true,
    placeholder: 'e.g. 2026-11-01T06:00:00',
    description: 'The start of the period',
    displayOptions: showIf('period', 'since', 'between'),
  },
  {
    displayName: 'To',
    name: 'to',
    type: 'dateTime',
    default: '',
    required: true,
    placeholder: 'e.g. 2026-11-08T06:00:00',
    description: 'The end of the period',
    displayOptions: showIf('period', 'between'),
  },
  {
    displayName: 'Time Zone',
    name: 'timezone',
    type: 'string',
    default: '',
    placeholder: 'e.g. Europe/Paris',
    description:
      'The time zone for times without an offset, and for the times on the page. If empty, the time zone of the workflow is used.',
  },
  {
    displayName: 'Return As',
    name: 'output',
    type: 'options',
    default: 'items',
    displayOptions: { hide: IN_TOOL },
    description: 'How to return the report',
    options: [
      {
        name: 'HTML Text',
        value: 'html',
        description: 'One item with the totals and the page as text, for the body of an email',
      },
      {
        name: 'Items',
        value: 'items',
        description: 'One item per job or pipeline, then one with the totals',
      },
      {
        name: 'Page',
        value: 'page',
        description:
          'One item with the totals and an HTML file, which you can open or attach to an email',
      },
    ],
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The name of the output field to put the page in',
    displayOptions: showIf('output', 'page'),
  },
  buildOptionsField('Optional settings of the report', [
    {
      displayName: 'Include Apps',
      name: 'includeApps',
      type: 'boolean',
      default: true,
      description:
        'Whether to include apps, with their status, the time of the last change, and the number of restarts in the period',
    },
    quietDatesField,
  ]),
];

/** The fields of jobs and pipelines, then those of apps, then those of the totals. A tool returns only `summary`. */
const SIMPLIFIED = [
  'kind',
  'name',
  'projectName',
  'state',
  'reason',
  'runs',
  'failed',
  'change',
  'lastRun',
  'url',
  'statusReason',
  'since',
  'restarts',
  'summary',
  'needAttention',
  'apps',
  'appsDown',
  'from',
  'to',
  'html',
];

export const getReport: Operation<PlatformClient> = {
  value: 'getReport',
  name: 'Get Report',
  action: 'Get report of projects',
  description:
    'Get a report of how jobs and pipelines ran in a period, as items or as an HTML page. Jobs and pipelines that need attention come first.',
  builderHint:
    "For a daily report, run it from a Schedule Trigger. output 'html' returns one item with the page as text in html.",
  // Low, because each report needs the runs of a whole period in memory.
  concurrency: 10,
  output: REPORT,
  simplified: SIMPLIFIED,
  fields: reportFields,

  async run(call) {
    const { client, parameters, options, execution } = call;
    const output = parameters.choice('output');
    const settings = readReportSettings(call);
    const platform = await loadPlatform();
    const report = await platform.getReport(client.endpoint, settings, options);
    const messages = [
      describeSkippedEvents(settings.quiet),
      platform.describeUnreadableSchedules(report.entries),
    ].flatMap((message) => message ?? []);
    showHints(
      execution,
      ...messages.map((message) => ({ message, location: 'outputPane' as const })),
    );
    if (isTool(execution)) return { json: { summary: platform.describeReport(report) } };
    if (output !== 'items') return await buildPageItem(call, report, output === 'html');
    const items = platform.buildReportItems(client.pages, report);
    return items.map((item) => ({ json: { ...item } }));
  },
};

function readReportSettings({
  parameters,
  execution,
}: ItemCall<PlatformClient>): WantedReport & { quiet: QuietDates } {
  const periodInput = {
    period: parameters.choice<PeriodName>('period'),
    timezone: parameters.text('timezone').trim() || execution.getTimezone(),
    from: parameters.value('from'),
    to: parameters.value('to'),
  };
  return {
    projectIds: readProjectIds(parameters),
    resources: parameters.choice('include'),
    includeApps: parameters.boolean('options.includeApps'),
    period: readPeriod(periodInput, Date.now()),
    quiet: readQuietDates(parameters.text('options.quietDates')),
  };
}

function readProjectIds(parameters: ItemCall<PlatformClient>['parameters']) {
  const scope = parameters.choice('scope');
  if (scope === 'all') return undefined;
  if (scope === 'one') return [readProjectId(parameters.locator('projectId'))];
  const chosen = parameters.choices('projectIds');
  if (chosen.length > 0) return chosen.map((id) => readProjectId(id));
  throw new InvalidInputError(
    '"Project Names or IDs" is empty',
    'Choose at least one project from the list. For a report on all projects, set "Scope" to "All Projects". Nothing was sent for this item.',
  );
}

async function buildPageItem(
  call: ItemCall<PlatformClient>,
  report: Report,
  isText: boolean,
): Promise<INodeExecutionData> {
  const { client, parameters } = call;
  const { buildReportPage, buildTotalsItem } = await loadPlatform();
  const [totals, html] = [buildTotalsItem(report), await buildReportPage(client.pages, report)];
  if (isText) return { json: { ...totals, html } };
  const binary = await storeHtml(call, 'report.html', html);
  return { json: { ...totals }, binary: { [parameters.text('binaryPropertyName')]: binary } };
}
