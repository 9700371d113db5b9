import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../pages';
import type { RunKind } from '../runs/kinds';
import { readQuietDates } from '../schedules/readQuietDates';
import { appItem, type ReportApp } from './apps';
import { entryItem, type ReportEntry } from './entry';
import { getReport, reportAsPage, runAsTimeline, totalsItem, type WantedReport } from './getReport';
import { readPeriod, readSince } from './period';
import type { Report } from './report';
import { listRunsOfProjects, type WantedRuns } from './runsOfProjects';
import { reportText, unreadableSchedulesText } from './words';

/** Reports on runs and apps. Each method is described at the function that it calls. */
export class Reports {
  readonly readPeriod = readPeriod;
  readonly readSince = readSince;
  readonly readQuietDates = readQuietDates;
  readonly totalsItem = totalsItem;
  readonly text = reportText;
  readonly unreadableSchedulesText = unreadableSchedulesText;
  readonly timeline = runAsTimeline;

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly pages: Pages,
  ) {}

  async get(wanted: WantedReport, options?: CallOptions) {
    return await getReport(this.endpoint, wanted, options);
  }

  async listRuns(kind: RunKind, wanted: WantedRuns, options?: CallOptions) {
    return await listRunsOfProjects(this.endpoint, kind, wanted, options);
  }

  entryItem(entry: ReportEntry) {
    return entryItem(this.pages, entry);
  }

  appItem(app: ReportApp) {
    return appItem(this.pages, app);
  }

  async page(report: Report) {
    return await reportAsPage(this.pages, report);
  }
}
