import { prepareDeleteApp } from '../../resources/app/apps';
import { deleteJob } from '../../resources/job/jobs';
import { prepareDeletePipeline } from '../../resources/pipeline/pipelines';
import { prepareDeleteVolume } from '../../resources/volume';
import type { EntityKind } from '../files/model';
import type { Destination } from '../plan/steps';

/** Deletes a volume, job, app or pipeline. */
export async function deleteEntity(
  { endpoint, options }: Destination,
  kind: EntityKind,
  id: string,
): Promise<void> {
  if (kind === 'job') return await deleteJob(endpoint, id, options);
  const prepare = {
    volume: prepareDeleteVolume,
    app: prepareDeleteApp,
    pipeline: prepareDeletePipeline,
  };
  const remove = await prepare[kind](endpoint, id, options);
  await remove();
}
