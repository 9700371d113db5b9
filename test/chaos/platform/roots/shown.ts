import { GraphQLError } from 'graphql';
import {
  currentVersionOf,
  versionsOf,
  type ChaosEntity,
  type ChaosGraph,
  type ChaosRun,
  type ChaosVersion,
  type DockerCredential,
  type Variable,
} from '../entities';
import type { World } from '../world';

export const TECHNOLOGY_ID = '7f4c2a10-0000-4000-8000-000000000001';

interface Page {
  limit?: number;
  skip?: number;
}

interface Versions {
  limit?: number;
  onlyCurrent?: boolean;
}

/** How the platform shows what it holds: objects as graphql-js resolves them. */
export class Shown {
  constructor(private readonly world: World) {}

  readonly project = (entity: ChaosEntity): object => {
    const { world } = this;
    return {
      ...entity,
      status: 'READY',
      jobsCount: () => ofProject(world.jobs, entity.id).length,
      jobs: () => ofProject(world.jobs, entity.id).map(this.job),
      apps: () => ofProject(world.apps, entity.id).map(this.app),
      volumes: () => ofProject(world.volumes, entity.id).map(this.volume),
      pipelines: () => ofProject(world.pipelines, entity.id).map(this.pipeline),
    };
  };

  readonly job = (entity: ChaosEntity): object => ({
    ...entity,
    ...migration(entity, 'migrationJobId'),
    project: () => this.projectOf(entity),
    countJobInstance: () => this.world.runsOf(entity.id).length,
    instances: (args: Page) => this.page(this.world.runsOf(entity.id), args).map(this.run),
    versions: (args: Versions) =>
      pickedVersions(entity, args).map((version) => this.jobVersion(entity, version)),
    category: entity.category ?? 'Extraction',
    technology: { id: TECHNOLOGY_ID },
  });

  readonly jobVersion = (job: ChaosEntity, version: ChaosVersion): object => {
    const { packageInfo, number } = version;
    const place = `/projects/api/platform/1/project/${job.projectId}/job/${job.id}/version/${number}`;
    return {
      ...this.version(version),
      ...deletability(currentVersionOf(job) === version),
      packageInfo: packageInfo && {
        name: packageInfo.name,
        downloadUrl: `${place}/artifact/${packageInfo.name}`,
      },
    };
  };

  readonly pipeline = (entity: ChaosEntity): object => ({
    ...entity,
    migrationStatus: entity.leaves && 'MIGRATING_OUT',
    targetMigration: entity.leaves && {
      platformId: 1,
      projectId: entity.leaves.projectId,
      migrationDate: this.world.recorded(0),
      pipelineId: entity.leaves.id,
    },
    movableState: { movable: !entity.leaves, reasons: [] },
    alias: entity.alias ?? entity.name,
    project: () => this.projectOf(entity),
    pipelineInstanceCount: () => this.world.runsOf(entity.id).length,
    instances: (args: Page) => this.page(this.world.runsOf(entity.id), args).map(this.run),
    versions: (args: Versions) =>
      pickedVersions(entity, args).map((version) => this.pipelineVersion(entity, version)),
  });

  readonly pipelineVersion = (pipeline: ChaosEntity, version: ChaosVersion): object => ({
    ...this.version(version),
    ...deletability(currentVersionOf(pipeline) === version),
    graph: () => this.graph(version.graph),
  });

  readonly app = (entity: ChaosEntity): object => ({
    ...entity,
    versions: () => versionsOf(entity).map(this.appVersion),
    currentVersion: () => this.appVersion(currentVersionOf(entity)),
    technology: { id: TECHNOLOGY_ID },
    project: () => this.projectOf(entity),
    history: {
      id: entity.id,
      currentStatus: entity.status ?? 'STOPPED',
      currentExecutionId: entity.id,
      runningVersionNumber: 1,
      startTime: this.world.recorded(0),
      author: this.world.login,
      events: (args: Page) => this.page(this.appEvents(entity), args),
    },
  });

  readonly appVersion = (version: ChaosVersion): object => ({
    ...this.version(version),
    ports: version.ports ?? [],
  });

  readonly volume = (entity: ChaosEntity): object => ({
    ...entity,
    ...migration(entity, 'migrationVolumeId'),
    size: entity.size ?? '1 GB',
    linkedApp: () =>
      entity.linkedAppId ? maybe(this.world.apps.get(entity.linkedAppId), this.app) : null,
  });

  readonly run = (told: ChaosRun): object => {
    const { world } = this;
    const status = world.statusOf(told);
    const over = world.isOver(told);
    const endedAtMs = told.killedAtMs ?? told.beganAtMs + told.lastsMs;
    const details = { status, details: null, recordAt: world.recorded(told.beganAtMs) };
    return {
      id: told.id,
      number: told.number,
      status,
      // Of older platforms, it is a text.
      statusDetails: told.kind === 'job' || world.options.generation === 'middle' ? null : details,
      history: { statuses: [details], currentStatus: details },
      version: { ...this.version({ number: 1 }), isCurrent: true, isMajor: false, jobs: [] },
      startTime: world.recorded(told.beganAtMs),
      endTime: over ? world.recorded(endedAtMs) : null,
      jobId: told.parentId,
      pipelineId: told.parentId,
      pipelineName: () => world.pipelines.get(told.parentId)?.name,
      jobsInstance: [],
      runTrigger:
        told.author === null
          ? { __typename: 'AnonymousTrigger', triggerType: told.trigger }
          : { __typename: 'AuthoredTrigger', triggerType: told.trigger, author: told.author },
    };
  };

  readonly dockerCredential = ({ id, registry, username }: DockerCredential): object => ({
    id,
    registry,
    username,
  });

  readonly variable = (one: Variable): object => ({
    ...one,
    value: one.isPassword ? null : one.value,
  });

  /** A page of a list; always the first one where the platform takes no notice of `skip`. */
  page<Entry>(list: Entry[], { limit, skip }: Page): Entry[] {
    const from = this.world.options.ignoresSkip ? 0 : (skip ?? 0);
    return list.slice(from, from + (limit ?? list.length));
  }

  private projectOf({ projectId = '' }: ChaosEntity): object {
    return this.project(this.world.projects.get(projectId) ?? { id: projectId, name: 'gone' });
  }

  private version({ number, releaseNote, commandLine, runtimeVersion, ...more }: ChaosVersion) {
    return {
      number,
      releaseNote,
      commandLine,
      runtimeVersion,
      dockerInfo: more.dockerInfo,
      runtimeContextId: more.runtimeContextId,
    };
  }

  private graph(graph: ChaosGraph | undefined): object {
    const nodes = (graph?.jobNodes ?? []).map(({ id, job, nextNodes }) => ({
      id,
      job: () => this.job(this.world.jobs.get(job.id) ?? { id: job.id, name: 'gone' }),
      nextNodes,
    }));
    return { jobNodes: nodes, conditionNodes: [] };
  }

  /** Newest first. */
  private appEvents({ id }: ChaosEntity): object[] {
    return Array.from({ length: APP_EVENTS }, (_event, index) => {
      const recordAt = this.world.recorded(index * 60_000);
      const event = { recordAt, executionId: id, versionNumber: 1 };
      return {
        id,
        action: { event: { __typename: 'RunAction', ...event }, transitionTime: recordAt },
        statuses: [
          {
            event: { __typename: 'StatusRetrieve', ...event, status: 'STARTED' },
            transitionTime: recordAt,
          },
        ],
      };
    }).reverse();
  }
}

function deletability(isCurrent: boolean): object {
  const reasons = isCurrent ? ['CURRENT_VERSION'] : [];
  return { isCurrent, deletableState: { deletable: !isCurrent, reasons } };
}

function migration({ leaves }: ChaosEntity, idField: string): object {
  if (!leaves) return {};
  const { projectId, id } = leaves;
  return { migrationStatus: 'MIGRATING_OUT', migrationProjectId: projectId, [idField]: id };
}

export const APP_EVENTS = 12;

export function ofProject(entities: Map<string, ChaosEntity>, projectId: string): ChaosEntity[] {
  return [...entities.values()].filter((entity) => entity.projectId === projectId);
}

/** @throws GraphQLError where there is none */
export function find<Entity>(entities: Map<string, Entity>, id: string, what: string): Entity {
  const entity = entities.get(id);
  if (!entity) throw new GraphQLError(`${what} ${id} does not exist`);
  return entity;
}

export function maybe<Entity>(
  entity: Entity | undefined,
  show: (entity: Entity) => object,
): object | null {
  return entity ? show(entity) : null;
}

/** Newest first. */
function pickedVersions(entity: ChaosEntity, { limit, onlyCurrent }: Versions): ChaosVersion[] {
  if (onlyCurrent) return [currentVersionOf(entity)];
  return [...versionsOf(entity)].reverse().slice(0, limit);
}
