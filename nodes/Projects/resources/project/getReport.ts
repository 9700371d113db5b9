import type { INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { InvalidInputError } from '../../../../platform/errors/errors';
import { readProjectId } from '../../../../platform/input/identifiers';
import type { Report, WantedReport } from '../../../../platform/report/getReport';
import type { PeriodName } from '../../../../platform/report/period';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { isTool } from '../../../shared/tools/toolOutput';
import { storeHtml } from '../../storeHtml';
import { reportFields } from './reportFields';

export const getReport: Operation<PlatformClient> = {
  value: 'getReport',
  name: 'Get Report',
  action: 'Get report of projects',
  description:
    'Get a report of how jobs and pipelines ran in a period, as items or as an HTML page. What needs attention comes first.',
  builderHint:
    "For a daily report, run it from a Schedule Trigger. output 'page' returns one HTML file to attach to an email.",
  // Each holds the runs of a whole period.
  concurrency: 10,
  fields: reportFields,

  async run(call) {
    const { client, parameters, options, execution } = call;
    const isPage = parameters.choice('output') === 'page' && !isTool(execution);
    const report = await client.report.get({ ...readWanted(call), isDrawn: isPage }, options);
    if (isTool(execution)) return { json: { report: client.report.text(report) } };
    if (isPage) return await asPage(call, report);
    const items = report.entries.map((entry) => ({ json: { ...client.report.entryItem(entry) } }));
    return [...items, { json: { ...client.report.totalsItem(report) } }];
  },
};

function readWanted({
  client,
  parameters,
  execution,
}: ItemCall<PlatformClient>): Omit<WantedReport, 'isDrawn'> {
  const written = {
    period: parameters.choice<PeriodName>('period'),
    timezone: parameters.text('timezone').trim() || execution.getTimezone(),
    from: parameters.value('from'),
    to: parameters.value('to'),
  };
  return {
    projectIds: readProjects(parameters),
    resources: parameters.choice('resources'),
    period: client.report.readPeriod(written, Date.now()),
  };
}

function readProjects(parameters: ItemCall<PlatformClient>['parameters']) {
  const which = parameters.choice('projects');
  if (which === 'all') return undefined;
  if (which === 'one') return [readProjectId(parameters.locator('projectId'))];
  const chosen = parameters.choices('projectIds');
  if (chosen.length > 0) return chosen.map((id) => readProjectId(id));
  throw new InvalidInputError(
    '"Project Names or IDs" is empty. Choose at least one of: those in the list',
    'Nothing was sent for this item. To report on every project, set "Projects" to "All Projects".',
  );
}

async function asPage(call: ItemCall<PlatformClient>, report: Report): Promise<INodeExecutionData> {
  const { client, parameters } = call;
  const binary = await storeHtml(call, 'report.html', await client.report.page(report));
  return {
    json: { ...client.report.totalsItem(report) },
    binary: { [parameters.text('binaryPropertyName')]: binary },
  };
}
