import type { ResolverContext, Subject } from '../../graphql/resolvers';
import { isEnded } from '../../runs/status';
import type { PipelineRun } from '../../store/pipelines';
import type { Run } from '../../store/store';

type Selector = 'ALL' | keyof typeof STATUSES;

/** The statuses that a selector selects. */
const STATUSES = {
  SUCCEEDED: ['SUCCEEDED'],
  FAILED: ['FAILED', 'ERROR'],
  STOPPED: ['KILLED'],
  UNKNOWN: ['UNKNOWN'],
};
const SELECTORS: Selector[] = ['ALL', 'SUCCEEDED', 'FAILED', 'STOPPED', 'UNKNOWN'];

type AnyRun = Pick<Run | PipelineRun, 'id' | 'status' | 'requestedAt' | 'startedAt'>;

interface OfJob {
  jobId: string;
  excludeJobInstanceIds?: string[] | null;
  includeJobInstanceIds?: string[] | null;
}

interface OfPipeline {
  pipelineId: string;
  excludePipelineInstanceIds?: string[] | null;
  includePipelineInstanceIds?: string[] | null;
}

interface BySelector {
  selector: Selector;
}

interface ByDate {
  /** Epoch milliseconds. */
  beforeAt: number;
}

/** Counts and deletions of runs by status and by date. Runs that cannot be deleted are left out. */
export const deletions: Subject = {
  Query: {
    countJobInstancesBySelector: ({ jobId }: OfJob, context) =>
      countedBySelector(runsOfJob(jobId, context)),
    countJobInstancesByDate: ({ jobId, beforeAt }: OfJob & ByDate, context) =>
      runsOfJob(jobId, context).filter(isBefore(beforeAt)).length,
    countDeletablePipelineInstancesByStatus: ({ pipelineId }: OfPipeline, context) =>
      countedBySelector(runsOfPipeline(pipelineId, context)),
    countDeletablePipelineInstancesByDate: (
      { pipelineId, beforeAt }: OfPipeline & ByDate,
      context,
    ) => runsOfPipeline(pipelineId, context).filter(isBefore(beforeAt)).length,
  },
  Mutation: {
    deleteJobInstancesBySelector: (
      args: OfJob & BySelector & { minusJobInstanceIds?: string[]; moreJobInstanceIds?: string[] },
      context,
    ) => {
      const excluded = [...listOf(args.minusJobInstanceIds), ...listOf(args.excludeJobInstanceIds)];
      const included = [...listOf(args.moreJobInstanceIds), ...listOf(args.includeJobInstanceIds)];
      return deletedJobRuns(args.jobId, isSelected(args.selector), excluded, included, context);
    },
    deleteJobInstancesByDate: (args: OfJob & ByDate, context) => {
      const excluded = listOf(args.excludeJobInstanceIds);
      const included = listOf(args.includeJobInstanceIds);
      return deletedJobRuns(args.jobId, isBefore(args.beforeAt), excluded, included, context);
    },
    deletePipelineInstancesByStatusSelector: (args: OfPipeline & BySelector, context) =>
      deletedPipelineRuns(args, isSelected(args.selector), context),
    deletePipelineInstancesByDateSelector: (args: OfPipeline & ByDate, context) =>
      deletedPipelineRuns(args, isBefore(args.beforeAt), context),
  },
};

function runsOfJob(id: string, { store }: ResolverContext): Run[] {
  const runs = store.runsOfJob(store.jobTable.get(id).id);
  return runs.filter(({ pipelineRunId, status }) => pipelineRunId === null && isEnded(status));
}

function runsOfPipeline(id: string, { store }: ResolverContext): PipelineRun[] {
  return store.pipelines.runs(store.pipelines.get(id).id).filter(({ status }) => isEnded(status));
}

function isSelected(selector: Selector) {
  return ({ status }: AnyRun) => selector === 'ALL' || STATUSES[selector].includes(status);
}

function isBefore(beforeAt: number) {
  return ({ startedAt, requestedAt }: AnyRun) => (startedAt ?? requestedAt) < beforeAt;
}

function countedBySelector(runs: readonly AnyRun[]) {
  return SELECTORS.map((selector) => ({
    selector,
    count: runs.filter(isSelected(selector)).length,
  }));
}

function deletedJobRuns(
  jobId: string,
  isMeant: (run: AnyRun) => boolean,
  excluded: readonly string[],
  included: readonly string[],
  context: ResolverContext,
): number {
  const meant = meantRuns(runsOfJob(jobId, context), isMeant, excluded, included);
  return meant.filter(({ id }) => context.store.deleteRun(id)).length;
}

function deletedPipelineRuns(
  args: OfPipeline,
  isMeant: (run: AnyRun) => boolean,
  context: ResolverContext,
): number {
  const excluded = listOf(args.excludePipelineInstanceIds);
  const included = listOf(args.includePipelineInstanceIds);
  const meant = meantRuns(runsOfPipeline(args.pipelineId, context), isMeant, excluded, included);
  return meant.filter(({ id }) => context.store.pipelines.runTable.delete(id)).length;
}

function meantRuns<R extends AnyRun>(
  runs: readonly R[],
  isMeant: (run: AnyRun) => boolean,
  excluded: readonly string[],
  included: readonly string[],
): R[] {
  return runs.filter(
    (run) => !excluded.includes(run.id) && (included.includes(run.id) || isMeant(run)),
  );
}

function listOf(ids: readonly string[] | null | undefined): string[] {
  return (ids ?? []).map((id) => id.toLowerCase());
}
