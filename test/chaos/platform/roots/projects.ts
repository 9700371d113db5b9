import { GraphQLError } from 'graphql';
import type { ChaosEntity, DockerCredential, Variable } from '../entities';
import type { World } from '../world';
import type { Changes } from './changes';
import { maybe, type Shown } from './shown';

interface ProjectArgs {
  id: string;
  projectId: string;
}

/** Root fields about projects and what belongs to them without runs: volumes, logins of registries, variables. */
export function projectRoots(world: World, shown: Shown, changes: Changes) {
  const { projects, volumes, dockerCredentials } = world;
  return {
    projects: ({ first, skip }: { first?: number; skip?: number }) =>
      shown.page([...projects.values()], { limit: first, skip }).map(shown.project),
    project: ({ id }: ProjectArgs) => maybe(projects.get(id), shown.project),
    createProject: ({ project }: { project: ChaosEntity }) =>
      shown.project(changes.add(projects, 'createProject', { ...project })),
    editProject: ({ project }: { project: ChaosEntity }) =>
      shown.project(changes.edit(projects, 'editProject', project, 'Project')),
    deleteProject: ({ projectId, id }: ProjectArgs) =>
      Boolean(changes.remove(projects, 'deleteProject', projectId ?? id, 'Project')),

    platform: () => ({
      id: 1,
      name: 'Chaos',
      counts: {
        projects: projects.size,
        jobs: world.jobs.size,
        apps: world.apps.size,
        pipelines: world.pipelines.size,
      },
    }),
    getClusterCapacity: [{ cpu: 4, gpu: 0, memory: 16e9 }],
    rights: ({ projectId }: ProjectArgs) =>
      maybe(projects.get(projectId), ({ id, authorizedGroups }) =>
        (authorizedGroups ?? [{ name: `group of ${id}`, role: 'ROLE_PROJECT_EDITOR' }]).map(
          (group) => ({ ...group, isAllProjects: false }),
        ),
      ),

    volume: ({ id }: ProjectArgs) => maybe(volumes.get(id), shown.volume),
    createVolume: ({ volume }: { volume: ChaosEntity }) =>
      shown.volume(changes.add(volumes, 'createVolume', { ...volume })),
    editVolume: ({ volumeEdition }: { volumeEdition: ChaosEntity }) =>
      shown.volume(changes.edit(volumes, 'editVolume', volumeEdition, 'Volume')),
    duplicateVolume: ({ originalVolumeId }: { originalVolumeId: string }) =>
      shown.volume(changes.copy(volumes, 'duplicateVolume', originalVolumeId, 'Volume')),
    unlinkVolume: ({ id }: ProjectArgs) =>
      shown.volume(changes.edit(volumes, 'unlinkVolume', { id, linkedAppId: null }, 'Volume')),
    moveVolume: ({
      volumeId: id,
      targetProjectId: projectId,
    }: {
      volumeId: string;
      targetProjectId: string;
    }) => changes.move(volumes, 'moveVolume', { id, projectId, what: 'Volume' }),
    deleteVolume: ({ id }: ProjectArgs) =>
      shown.volume(changes.remove(volumes, 'deleteVolume', id, 'Volume')),

    allDockerCredentials: ({ projectId }: ProjectArgs) =>
      [...dockerCredentials.values()]
        .filter((one) => one.projectId === projectId)
        .map(shown.dockerCredential),
    createDockerCredentials: ({
      dockerCredentials: given,
    }: {
      dockerCredentials: DockerCredential;
    }) => {
      const made = { ...given, id: world.newId() };
      dockerCredentials.set(made.id, made);
      world.did('createDockerCredentials', made.username, true, made.id);
      return shown.dockerCredential(made);
    },
    updateDockerCredentials: ({
      dockerCredentialsUpdate: given,
    }: {
      dockerCredentialsUpdate: DockerCredential;
    }) =>
      shown.dockerCredential(
        changes.edit(dockerCredentials, 'updateDockerCredentials', given, 'Docker credential'),
      ),
    deleteDockerCredentials: ({ id }: ProjectArgs) =>
      Boolean(
        changes.remove(dockerCredentials, 'deleteDockerCredentials', id, 'Docker credential'),
      ),
  };
}

interface VariableArgs {
  id: string;
  projectId: string;
  jobId: string;
  pipelineId: string;
  appId: string;
}

/** Root fields about environment variables. */
export function variableRoots(world: World, shown: Shown) {
  const { variables } = world;
  const at = (scope: string, entityId: string | null) =>
    [...variables.values()]
      .filter((one) => one.scope === scope && one.entityId === entityId)
      .map(shown.variable);
  return {
    globalEnvironmentVariables: () => at('GLOBAL', null),
    projectEnvironmentVariables: ({ projectId }: VariableArgs) => at('PROJECT', projectId),
    jobEnvironmentVariables: ({ jobId }: VariableArgs) => at('JOB', jobId),
    pipelineEnvironmentVariables: ({ pipelineId }: VariableArgs) => at('PIPELINE', pipelineId),
    appEnvironmentVariables: ({ appId }: VariableArgs) => at('APP', appId),
    saveEnvironmentVariable: ({
      entityId = null,
      environmentVariable: input,
    }: {
      entityId?: string | null;
      environmentVariable: Variable;
    }) => {
      const same = [...variables.values()].find(
        (one) => one.name === input.name && one.scope === input.scope && one.entityId === entityId,
      );
      if (same && input.id !== same.id) throw new GraphQLError('NAME_ALREADY_USED');
      const id = same?.id ?? world.newId();
      const before = same ?? { description: null, value: null };
      const saved: Variable = { ...before, ...input, id, entityId };
      variables.set(id, saved);
      world.did('saveEnvironmentVariable', input.name, true, id);
      return shown.variable(saved);
    },
    deleteEnvironmentVariable: ({ id }: VariableArgs) => {
      const gone = variables.get(id);
      if (!gone) throw new GraphQLError(`Variable ${String(id)} does not exist`);
      variables.delete(id);
      world.did('deleteEnvironmentVariable', gone.name);
      return true;
    },
  };
}
