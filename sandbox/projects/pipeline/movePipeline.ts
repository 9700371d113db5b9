import { fieldsOf, type Subject } from '../../graphql/resolvers';
import { isEnded } from '../../runs/status';
import type { Job } from '../../store/jobs';
import type { Pipeline } from '../../store/pipelines';
import type { SandboxStore } from '../../store/store';
import { moved, type Target } from '../move';

/** Pipelines that go to another project. */
export const pipelineMove: Subject = {
  Mutation: {
    movePipeline: (args: Target & { pipelineId: string }, context) => {
      const { store } = context;
      const pipeline = store.pipelines.get(args.pipelineId);
      const reasons = reasonsAgainstMove(store, pipeline).map(({ reason }) => reason);
      return store.together(() => {
        const jobs = jobsOf(store, pipeline);
        const id = moved(context, store.pipelines, pipeline, args, reasons);
        for (const job of jobs) store.editJob(job.id, { projectId: args.targetProjectId });
        return id;
      });
    },
  },
  Pipeline: fieldsOf<Pipeline>({
    migrationStatus: ({ id }, { store }) => store.moves.of(id) && 'MIGRATING_OUT',
    targetMigration: ({ id }, { store, platformId }) => {
      const move = store.moves.of(id);
      if (!move) return null;
      const { projectId, id: pipelineId, at: migrationDate } = move;
      return { platformId: Number(platformId), projectId, pipelineId, migrationDate };
    },
    movableState: (pipeline, { store }) => {
      const reasons = reasonsAgainstMove(store, pipeline);
      return { movable: reasons.length === 0, reasons };
    },
  }),
};

/** The jobs of the current version. */
function jobsOf(store: SandboxStore, pipeline: Pipeline): Job[] {
  const { jobNodes = [] } = store.pipelines.current(pipeline)?.graph ?? {};
  return jobNodes.flatMap(({ jobId }) => store.job(jobId) ?? []);
}

/** A pipeline takes its jobs along. */
function reasonsAgainstMove(store: SandboxStore, pipeline: Pipeline) {
  const others = store.pipelines
    .list(pipeline.projectId)
    .filter(({ id }) => id !== pipeline.id)
    .flatMap((other) => jobsOf(store, other));
  const isUnfinished = store.pipelines.runs(pipeline.id).some(({ status }) => !isEnded(status));
  const all: [holds: boolean, reason: string, offending: Pipeline | Job][] = [
    [store.moves.of(pipeline.id) !== undefined, 'PIPELINE_ALREADY_IN_MIGRATION_STATE', pipeline],
    [pipeline.settings.isScheduled, 'PIPELINE_SCHEDULED', pipeline],
    [isUnfinished, 'PIPELINE_HAS_UNFINISHED_INSTANCES', pipeline],
  ];
  for (const job of jobsOf(store, pipeline)) {
    const isShared = others.some(({ id }) => id === job.id);
    all.push([job.settings.isScheduled, 'JOB_SCHEDULED', job]);
    all.push([isShared, 'JOBS_EXISTS_IN_MANY_PIPELINES', job]);
  }
  return all
    .filter(([holds]) => holds)
    .map(([, reason, { id, name }]) => ({ reason, offendingId: id, offendingName: name }));
}
