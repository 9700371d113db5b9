import type { GraphQLNamedInputType, GraphQLSchema } from 'graphql';
import { hasInputPath } from '../../graphql/call/inputObject';
import { listWay } from '../../entities/listWay';
import { FIELDS, type FieldOfEntity } from '../files/fields';
import { KINDS, type EntityKind } from '../files/model';
import { waysInside } from '../files/shapes';
import { placeInside } from './insideFields';
import type { OwnerKind } from './readVariables';
import { VARIABLES_OF } from './readVariables';
import { findField, findInput, typeAt } from './schemaFields';

/** What is done to an entity. */
export type When = 'create' | 'change';

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

/** What a platform tells and takes of the fields of files. */
export class Abilities {
  /** Looks into all of it, so that nothing of a schema is left that is read as it is needed. */
  static of(schema: GraphQLSchema): Abilities {
    const abilities = new Abilities(schema);
    for (const kind of KINDS) {
      for (const field of FIELDS[kind]) {
        for (const when of ['create', 'change'] as const) abilities.has(kind, field, when);
      }
    }
    void abilities.hasPositions;
    for (const kind of KINDS) {
      for (const field of FIELDS[kind]) abilities.lookInside(kind, field);
    }
    return abilities;
  }

  private constructor(private readonly schema: GraphQLSchema) {}

  private lookInside(kind: EntityKind, field: FieldOfEntity): void {
    for (const way of waysInside(field.path)) {
      this.hasInside(kind, field, 'create', way, '');
      this.hasInside(kind, field, 'change', way, '');
    }
  }

  /** Whether the platform knows such entities at all. */
  knows(kind: EntityKind): boolean {
    return findField(this.schema, this.listOf(kind)) !== undefined;
  }

  get createsProjects(): boolean {
    return this.offers('createProject');
  }

  get changesProjects(): boolean {
    return this.offers('editProject');
  }

  /** Whether the field can be read, and set at such a change. */
  has(kind: EntityKind, field: FieldOfEntity, when: When): boolean {
    return this.tells(kind, field) && this.takes(kind, field, when);
  }

  /** Whether pipelines have graphs; otherwise their jobs run one after the other. */
  get hasGraphs(): boolean {
    return this.tellsOf('pipeline', ['versions', 'graph']) && this.offers('createGraphPipeline');
  }

  /** Whether it is kept where the nodes of a graph are drawn. */
  get hasPositions(): boolean {
    return (
      this.hasGraphs &&
      this.tellsOf('pipeline', ['versions', 'graph', 'jobNodes', 'position']) &&
      this.takesAt('createGraphPipeline', 'pipeline', 'graph.jobNodes.position')
    );
  }

  hasVariablesOf(owner: OwnerKind): boolean {
    return findField(this.schema, [VARIABLES_OF[owner].query]) !== undefined;
  }

  /** Whether a job's new version can keep the package of the one before. */
  get keepsPackages(): boolean {
    const input = findInput(this.schema, 'addJobVersion', 'jobVersion');
    return input !== undefined && hasInputPath(input, 'usePreviousArtifact');
  }

  can(kind: EntityKind, what: keyof Mutations): boolean {
    const names = MUTATIONS[kind][what];
    return names.length === 0 || names.some((name) => this.offers(name));
  }

  /** Whether the field can be read. */
  tells(kind: EntityKind, field: FieldOfEntity): boolean {
    if (field.path === 'version.graph') {
      return this.tellsOf(kind, ['versions', 'graph']) || this.tellsOf(kind, ['versions', 'jobs']);
    }
    return this.tellsOf(kind, wayTo(kind, field));
  }

  /** A list of pipelines may tell less than one pipeline does. */
  private tellsOf(kind: EntityKind, way: readonly string[]): boolean {
    return (
      findField(this.schema, [...this.listOf(kind), ...way]) !== undefined ||
      (kind === 'pipeline' && findField(this.schema, ['graphPipeline', ...way]) !== undefined)
    );
  }

  private listOf(kind: EntityKind): string[] {
    return listWay(this.schema, LISTS[kind]);
  }

  /** Whether what lies in a field can be read, and set at such a change. @param way see `placeInside` */
  hasInside(
    kind: EntityKind,
    field: FieldOfEntity,
    when: When,
    way: readonly string[],
    value: unknown,
  ): boolean {
    const { told } = placeInside(field.path, way, value);
    const isTaken = this.typeInside(kind, field, when, way, value) !== undefined;
    return this.tellsOf(kind, [...wayTo(kind, field), ...told]) && isTaken;
  }

  /** The type of what lies in a field as it is set; undefined where the platform does not take it. */
  typeInside(
    kind: EntityKind,
    field: FieldOfEntity,
    when: When,
    way: readonly string[],
    value: unknown,
  ): GraphQLNamedInputType | undefined {
    const place = this.placeOf(kind, field, when);
    const input = place && findInput(this.schema, place.mutation, place.argument);
    const { taken } = placeInside(field.path, way, value);
    return input && typeAt(input, [...place.path, ...taken]);
  }

  private takes(kind: EntityKind, field: FieldOfEntity, when: When): boolean {
    const place = this.placeOf(kind, field, when);
    if (!place) return false;
    const { mutation, argument, path } = place;
    if (field.path === 'version.graph' || path.length === 0) return true;
    return this.takesAt(mutation, argument, path.join('.'));
  }

  /**
   * Where a field is taken: by which argument of which mutation, and the way into that. A job's version is an argument of its
   * own, an app's stands within the app, a pipeline's is spread.
   */
  private placeOf(
    kind: EntityKind,
    { part, name }: FieldOfEntity,
    when: When,
  ): { mutation: string; argument: string; path: string[] } | undefined {
    const names = part === 'version' && when === 'change' ? 'version' : when;
    const mutation = MUTATIONS[kind][names].find((name) => this.offers(name));
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

  private takesAt(mutation: string, argument: string, path: string): boolean {
    const input = findInput(this.schema, mutation, argument);
    return input !== undefined && hasInputPath(input, path);
  }

  private offers(mutation: string): boolean {
    return this.schema.getMutationType()?.getFields()[mutation] !== undefined;
  }
}

/** From an entity to one of its fields. */
function wayTo(kind: EntityKind, { part, name }: FieldOfEntity): string[] {
  if (part === 'settings') return [name];
  return [kind === 'app' ? 'currentVersion' : 'versions', name];
}
