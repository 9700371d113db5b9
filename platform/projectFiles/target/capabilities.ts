import type { GraphQLNamedInputType, GraphQLSchema } from 'graphql';
import { hasInputPath } from '../../graphql/call/inputObject';
import { listPath } from '../../resources/entities';
import { FIELDS, type FieldOfEntity } from '../files/fields';
import { KINDS, type EntityKind } from '../files/model';
import { pathsInside } from '../files/shapes';
import { nestedPaths } from './nestedPaths';
import type { OwnerKind } from './readVariables';
import { VARIABLES_OF } from './readVariables';
import { findField, findInput, typeAt } from './schemaFields';

/** What is done to an entity. */
export type ChangeKind = 'create' | 'change';

interface Mutations {
  create: string[];
  change: string[];
  /** Adds a version. */
  version: string[];
  delete: string[];
}

/** By the newest name first. */
const MUTATIONS: Record<EntityKind, Mutations> = {
  volume: {
    create: ['createVolume'],
    change: ['editVolume'],
    version: [],
    delete: ['deleteVolume'],
  },
  job: {
    create: ['createJob'],
    change: ['editJob'],
    version: ['addJobVersion'],
    delete: ['deleteJob'],
  },
  app: {
    create: ['createApp'],
    change: ['editApp'],
    version: ['addAppVersion'],
    delete: ['deleteApp'],
  },
  pipeline: {
    create: ['createGraphPipeline', 'createPipeline'],
    change: ['editPipeline'],
    version: ['addGraphPipelineVersion', 'addPipelineVersion'],
    delete: ['deletePipeline'],
  },
};

const SETTINGS_INPUT: Record<EntityKind, string> = {
  volume: 'volume',
  job: 'job',
  app: 'app',
  pipeline: 'pipeline',
};

const LISTS: Record<EntityKind, string> = {
  volume: 'volumes',
  job: 'jobs',
  app: 'apps',
  pipeline: 'pipelines',
};

/** Which fields of files a platform returns, and which it can set. */
export class Capabilities {
  /** Looks into all of it, so that nothing of a schema is left that is read as it is needed. */
  static of(schema: GraphQLSchema): Capabilities {
    const capabilities = new Capabilities(schema);
    for (const kind of KINDS) {
      for (const field of FIELDS[kind]) {
        for (const changeKind of ['create', 'change'] as const)
          capabilities.supports(kind, field, changeKind);
      }
    }
    void [capabilities.hasPositions, capabilities.hasConditions];
    for (const kind of KINDS) {
      for (const field of FIELDS[kind]) capabilities.readInside(kind, field);
    }
    return capabilities;
  }

  private constructor(private readonly schema: GraphQLSchema) {}

  private readInside(kind: EntityKind, field: FieldOfEntity): void {
    for (const path of pathsInside(field.path)) {
      this.supportsInside(kind, field, 'create', path, '');
      this.supportsInside(kind, field, 'change', path, '');
    }
  }

  /** Whether the platform knows such entities at all. */
  hasKind(kind: EntityKind): boolean {
    return findField(this.schema, this.listPathOf(kind)) !== undefined;
  }

  get canCreateProjects(): boolean {
    return this.hasMutation('createProject');
  }

  get canChangeProjects(): boolean {
    return this.hasMutation('editProject');
  }

  /** Whether the field can be read, and set at such a change. */
  supports(kind: EntityKind, field: FieldOfEntity, changeKind: ChangeKind): boolean {
    return this.canRead(kind, field) && this.canSet(kind, field, changeKind);
  }

  /** Whether pipelines have graphs; otherwise their jobs run one after the other. */
  get hasGraphs(): boolean {
    return (
      this.canReadPath('pipeline', ['versions', 'graph']) && this.hasMutation('createGraphPipeline')
    );
  }

  /** Whether it is kept where the nodes of a graph are drawn. */
  get hasPositions(): boolean {
    return (
      this.hasGraphs &&
      this.canReadPath('pipeline', ['versions', 'graph', 'jobNodes', 'position']) &&
      this.canSetPath('createGraphPipeline', 'pipeline', 'graph.jobNodes.position')
    );
  }

  /** Whether a node of a graph can have another condition than the default one. */
  get hasConditions(): boolean {
    const path = ['versions', 'graph', 'conditionNodes', 'condition'];
    const place = 'graph.conditionNodes.condition';
    return (
      this.canReadPath('pipeline', path) &&
      this.canSetPath('createGraphPipeline', 'pipeline', place)
    );
  }

  hasVariablesOf(owner: OwnerKind): boolean {
    return findField(this.schema, [VARIABLES_OF[owner].query]) !== undefined;
  }

  /** Whether a job's new version can keep the package of the one before. */
  get canKeepPackages(): boolean {
    const input = findInput(this.schema, 'addJobVersion', 'jobVersion');
    return input !== undefined && hasInputPath(input, 'usePreviousArtifact');
  }

  hasMutationFor(kind: EntityKind, what: keyof Mutations): boolean {
    const names = MUTATIONS[kind][what];
    return names.length === 0 || names.some((name) => this.hasMutation(name));
  }

  /** Whether the field can be read. */
  canRead(kind: EntityKind, field: FieldOfEntity): boolean {
    if (field.path === 'version.graph') {
      return (
        this.canReadPath(kind, ['versions', 'graph']) ||
        this.canReadPath(kind, ['versions', 'jobs'])
      );
    }
    return this.canReadPath(kind, readPathOf(kind, field));
  }

  /** A list of pipelines may tell less than one pipeline does. */
  private canReadPath(kind: EntityKind, path: readonly string[]): boolean {
    return (
      findField(this.schema, [...this.listPathOf(kind), ...path]) !== undefined ||
      (kind === 'pipeline' && findField(this.schema, ['graphPipeline', ...path]) !== undefined)
    );
  }

  private listPathOf(kind: EntityKind): string[] {
    return listPath(this.schema, LISTS[kind]);
  }

  /** Whether what lies in a field can be read, and set at such a change. @param path see `nestedPaths` */
  supportsInside(
    kind: EntityKind,
    field: FieldOfEntity,
    changeKind: ChangeKind,
    path: readonly string[],
    value: unknown,
  ): boolean {
    const { read } = nestedPaths(field, path, value);
    const canBeSet = this.typeInside(kind, field, changeKind, path, value) !== undefined;
    return this.canReadPath(kind, [...readPathOf(kind, field), ...read]) && canBeSet;
  }

  /** The type of what lies in a field as it is set; undefined where the platform does not take it. */
  typeInside(
    kind: EntityKind,
    field: FieldOfEntity,
    changeKind: ChangeKind,
    path: readonly string[],
    value: unknown,
  ): GraphQLNamedInputType | undefined {
    const place = this.inputPlaceOf(kind, field, changeKind);
    const input = place && findInput(this.schema, place.mutation, place.argument);
    const { set } = nestedPaths(field, path, value);
    return input && typeAt(input, [...place.path, ...set]);
  }

  private canSet(kind: EntityKind, field: FieldOfEntity, changeKind: ChangeKind): boolean {
    const place = this.inputPlaceOf(kind, field, changeKind);
    if (!place) return false;
    const { mutation, argument, path } = place;
    if (field.path === 'version.graph' || path.length === 0) return true;
    return this.canSetPath(mutation, argument, path.join('.'));
  }

  /**
   * Where a field is set: in which argument of which mutation, and the path in that. A job's version is an argument of its
   * own, an app's stands within the app, a pipeline's is spread.
   */
  private inputPlaceOf(
    kind: EntityKind,
    { part, name }: FieldOfEntity,
    changeKind: ChangeKind,
  ): { mutation: string; argument: string; path: string[] } | undefined {
    const names = part === 'version' && changeKind === 'change' ? 'version' : changeKind;
    const mutation = MUTATIONS[kind][names].find((name) => this.hasMutation(name));
    if (mutation === undefined) return undefined;
    const path = [name];
    if (part === 'settings') return { mutation, argument: SETTINGS_INPUT[kind], path };
    if (kind === 'job') return { mutation, argument: 'jobVersion', path };
    if (kind === 'app') {
      return mutation === 'createApp'
        ? { mutation, argument: 'app', path: ['version', ...path] }
        : { mutation, argument: 'version', path };
    }
    const field = this.schema.getMutationType()?.getFields()[mutation];
    return field?.args.some((argument) => argument.name === name)
      ? { mutation, argument: name, path: [] }
      : { mutation, argument: 'pipeline', path };
  }

  private canSetPath(mutation: string, argument: string, path: string): boolean {
    const input = findInput(this.schema, mutation, argument);
    return input !== undefined && hasInputPath(input, path);
  }

  private hasMutation(mutation: string): boolean {
    return this.schema.getMutationType()?.getFields()[mutation] !== undefined;
  }
}

/** From an entity to one of its fields. */
function readPathOf(kind: EntityKind, { part, name }: FieldOfEntity): string[] {
  if (part === 'settings') return [name];
  return [kind === 'app' ? 'currentVersion' : 'versions', name];
}
