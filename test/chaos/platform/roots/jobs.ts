import type { SentFile } from '../forms';
import { addVersionTo, currentVersionOf, type ChaosEntity, type ChaosVersion } from '../entities';
import type { World } from '../world';
import type { Changes } from './changes';
import { find, maybe, ofProject, type Shown } from './shown';

type VersionInput = Omit<ChaosVersion, 'number'> & { usePreviousArtifact?: boolean };

interface JobArgs {
  id: string;
  jobId: string;
  projectId: string;
}

interface NewVersionArgs {
  jobVersion: VersionInput;
  file?: SentFile | null;
}

/** Root fields about jobs and their versions. */
export function jobRoots(world: World, shown: Shown, changes: Changes) {
  return {
    jobs: ({ projectId }: JobArgs) => ofProject(world.jobs, projectId).map(shown.job),
    job: ({ id }: JobArgs) => maybe(world.jobs.get(id), shown.job),
    jobCategories: ['Extraction'],
    createJob: ({ job, ...version }: { job: ChaosEntity } & NewVersionArgs) => {
      const { name, alias, description, projectId, category } = job;
      const versions = [{ ...versionFrom(version), number: 1 }];
      const entity = { name, alias, description, projectId, category, versions };
      return shown.job(changes.add(world.jobs, 'createJob', entity));
    },
    editJob: ({ job }: { job: ChaosEntity }) =>
      shown.job(changes.edit(world.jobs, 'editJob', job, 'Job')),
    addJobVersion: ({ jobId, ...version }: JobArgs & NewVersionArgs) => {
      const entity = find(world.jobs, jobId, 'Job');
      const added = addVersionTo(entity, versionFrom(version, currentVersionOf(entity)));
      world.did('addJobVersion', jobId);
      return shown.jobVersion(entity, added);
    },
    rollbackJobVersion: ({ jobId, versionNumber }: JobArgs & { versionNumber: number }) => {
      const which = { id: jobId, number: versionNumber, what: 'Job' };
      return shown.job(changes.rollBack(world.jobs, 'rollbackJobVersion', which));
    },
    deleteJobVersions: ({
      jobId,
      jobVersionNumbers,
    }: JobArgs & { jobVersionNumbers: number[] }) => {
      const entity = find(world.jobs, jobId, 'Job');
      return changes.removeVersions(entity, 'deleteJobVersion', jobVersionNumbers);
    },
    moveJob: ({ jobId: id, targetProjectId: projectId }: JobArgs & { targetProjectId: string }) =>
      changes.move(world.jobs, 'moveJob', { id, projectId, what: 'Job' }),
    duplicateJob: ({ originalJobId }: { originalJobId: string }) =>
      shown.job(changes.copy(world.jobs, 'duplicateJob', originalJobId, 'Job')),
    deleteJob: ({ jobId, id }: JobArgs) =>
      Boolean(changes.remove(world.jobs, 'deleteJob', jobId ?? id, 'Job')),
  };
}

/** @param before the version that came before it, whose package may stay */
function versionFrom(
  { jobVersion, file }: NewVersionArgs,
  before?: ChaosVersion,
): Omit<ChaosVersion, 'number'> {
  const { usePreviousArtifact, packageInfo, ...version } = jobVersion;
  if (file) return { ...version, packageInfo: { name: file.name }, package: file.bytes };
  if (!usePreviousArtifact) return { ...version, packageInfo };
  return { ...version, packageInfo: before?.packageInfo, package: before?.package };
}
