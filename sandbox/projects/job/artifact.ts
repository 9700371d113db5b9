import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../access/guard';
import type { SandboxStore } from '../../store/store';
import { refuse } from '../../http/body';

interface Place {
  platformId: string;
  projectId: string;
  jobId: string;
  number: number;
  name: string;
}

/** Where the package of a job's version is, on the platform's own origin. */
export function artifactPath({ platformId, projectId, jobId, number, name }: Place): string {
  return (
    `/projects/api/platform/${encodeURIComponent(platformId)}/project/${projectId}/job/${jobId}` +
    `/version/${number}/artifact/${encodeURIComponent(name)}`
  );
}

/** Packages of jobs, read with the bearer token. */
export function addArtifacts(app: FastifyInstance, store: SandboxStore, guard: Guard): void {
  app.get<{ Params: Record<keyof Place, string> }>(
    '/projects/api/platform/:platformId/project/:projectId/job/:jobId/version/:number/artifact/:name',
    { config: { operation: 'downloadArtifact' }, preHandler: guard },
    async (request, reply) => {
      const { projectId, jobId, number, name } = request.params;
      const job = store.job(jobId);
      const stored = store.jobVersion(jobId, Number(number))?.details.packageInfo;
      const content = stored?.sha256 ? store.packages.find(stored.sha256) : undefined;
      if (job?.projectId !== projectId || stored?.name !== name || !content) {
        const what = `package ${name} of version ${number} of job ${jobId}`;
        return refuse(reply, 404, `There is no ${what}`);
      }
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .send(Buffer.from(content));
    },
  );
}
