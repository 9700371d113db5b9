import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../access/guard';
import type { SandboxStore } from '../../store/store';
import { refuse } from '../../http/body';

interface ArtifactKey {
  platformId: string;
  projectId: string;
  jobId: string;
  number: number;
  name: string;
}

/** Returns the path of the package of a job version on the platform. */
export function buildArtifactPath({
  platformId,
  projectId,
  jobId,
  number,
  name,
}: ArtifactKey): string {
  return (
    `/projects/api/platform/${encodeURIComponent(platformId)}/project/${projectId}/job/${jobId}` +
    `/version/${number}/artifact/${encodeURIComponent(name)}`
  );
}

/** Adds the download of job packages. */
export function addArtifacts(app: FastifyInstance, store: SandboxStore, guard: Guard): void {
  app.get<{ Params: Record<keyof ArtifactKey, string> }>(
    '/projects/api/platform/:platformId/project/:projectId/job/:jobId/version/:number/artifact/:name',
    { config: { operation: 'downloadArtifact' }, preHandler: guard },
    async (request, reply) => {
      const { projectId, jobId, number, name } = request.params;
      const job = store.job(jobId);
      const stored = store.jobVersion(jobId, Number(number))?.details.packageInfo;
      const content = stored?.sha256 ? store.packages.find(stored.sha256) : undefined;
      if (job?.projectId !== projectId || stored?.name !== name || !content) {
        return refuse(reply, 404, `Version ${number} of job ${jobId} has no package ${name}`);
      }
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .send(Buffer.from(content));
    },
  );
}
