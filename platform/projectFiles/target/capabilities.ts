import type { GraphQLNamedInputType, GraphQLSchema } from 'graphql';
import { listPath } from '../../graphql/schema/listPath';
import { sourceOf } from '../../resources/environmentVariable/variable';
import { ownValue } from '../../text/names';
import { FIELDS, type FieldOfEntity } from '../files/fields';
import { PART_OF, type EntityKind } from '../files/model';
import { SCOPES, type OwnerKind } from './readVariables';
import { accepts, findField, findInput, typeAt } from './schemaFields';

/** What is done to an entity. */
export type ChangeKind = 'create' | 'change';

/** The newest name first. */
const MUTATIONS: Record<EntityKind, Record<ChangeKind | 'version', readonly string[]>> = {
  volume: { create: ['createVolume'], change: ['editVolume'], version: [] },
  job: { create: ['createJob'], change: ['editJob'], version: ['addJobVersion'] },
  app: { create: ['createApp'], change: ['editApp'], version: ['addAppVersion'] },
  pipeline: {
    create: ['createGraphPipeline', 'createPipeline'],
    change: ['editPipeline'],
    version: ['addGraphPipelineVersion', 'addPipelineVersion'],
  },
};

export const GRAPH = 'version.graph';
const GRAPH_FIELD = FIELDS.pipeline.find(({ path }) => path === GRAPH) as FieldOfEntity;

/** On platforms without graphs, a pipeline is a row of jobs. */
const ROW = { read: 'jobs', set: 'jobsId' };

/** Which fields of files a platform returns, and which it accepts. */
export class Capabilities {
  constructor(private readonly schema: GraphQLSchema) {}

  /** Whether the platform lists such entities at all. */
  hasKind(kind: EntityKind): boolean {
    return findField(this.schema, this.listPathOf(kind)) !== undefined;
  }

  /** Whether pipelines have graphs; otherwise their jobs run one after the other. */
  get hasGraphs(): boolean {
    return (
      this.canReadPath('pipeline', ['versions', 'graph']) && this.hasMutation('createGraphPipeline')
    );
  }

  /** Whether it is kept where the nodes of a graph are drawn. */
  get hasPositions(): boolean {
    return this.hasGraphs && this.supports('pipeline', GRAPH_FIELD, 'create', ['jobs', 'position']);
  }

  /** Whether a node of a graph can have another condition than the default one. */
  get hasConditions(): boolean {
    return this.supports('pipeline', GRAPH_FIELD, 'create', ['conditions', 'condition']);
  }

  hasVariablesOf(owner: OwnerKind): boolean {
    return findField(this.schema, [sourceOf(SCOPES[owner]).query]) !== undefined;
  }

  /** Whether a job's new version can keep the package of the one before. */
  get canKeepPackages(): boolean {
    return accepts(this.schema, 'addJobVersion', 'usePreviousArtifact');
  }

  /** The type by which a setting of a project is set; undefined if it cannot be read or set. @param inside what lies in it */
  typeOfProjectSetting(
    { read, name }: { read: readonly string[]; name: string },
    inside: readonly string[] = [],
  ): GraphQLNamedInputType | undefined {
    const input = findField(this.schema, read) && findInput(this.schema, 'editProject', 'project');
    return input && typeAt(input, [name, ...inside]);
  }

  hasMutation(name: string): boolean {
    return this.schema.getMutationType()?.getFields()[name] !== undefined;
  }

  hasMutationFor(kind: EntityKind, what: ChangeKind | 'version'): boolean {
    return this.mutationFor(kind, what) !== undefined;
  }

  /**
   * Whether a field can be read, and it or what lies in it set at such a change.
   * @param path the names in the file below the field, without the numbers of lists
   * @param value what stands there
   */
  supports(
    kind: EntityKind,
    field: FieldOfEntity,
    changeKind: ChangeKind,
    path: readonly string[] = [],
    value?: unknown,
  ): boolean {
    const isNewVersion = field.part === 'version' && changeKind === 'change';
    const mutation = this.mutationFor(kind, isNewVersion ? 'version' : changeKind);
    const below = inputPath(field, path, value);
    return (
      mutation !== undefined &&
      this.canRead(kind, field, path) &&
      namesOf(field, path, ROW.set).some((name) => accepts(this.schema, mutation, name, below))
    );
  }

  /** What lies in a field is looked for if it is read by the names of the file. */
  canRead(kind: EntityKind, field: FieldOfEntity, path: readonly string[] = []): boolean {
    const isOther = field.path === GRAPH || ownValue(field.nested, path[0] ?? '') !== undefined;
    const outside = field.part === 'settings' ? [] : [VERSION_OF[kind]];
    return namesOf(field, path, ROW.read).some((name) =>
      this.canReadPath(kind, [...outside, name, ...(isOther ? [] : path)]),
    );
  }

  /** A list of pipelines may return less than one pipeline does. */
  private canReadPath(kind: EntityKind, path: readonly string[]): boolean {
    return (
      findField(this.schema, [...this.listPathOf(kind), ...path]) !== undefined ||
      (kind === 'pipeline' && findField(this.schema, ['graphPipeline', ...path]) !== undefined)
    );
  }

  private listPathOf(kind: EntityKind): string[] {
    return listPath(this.schema, PART_OF[kind]);
  }

  private mutationFor(kind: EntityKind, what: ChangeKind | 'version'): string | undefined {
    return MUTATIONS[kind][what].find((name) => this.hasMutation(name));
  }
}

const VERSION_OF: Record<EntityKind, string> = {
  volume: 'versions',
  job: 'versions',
  app: 'currentVersion',
  pipeline: 'versions',
};

function namesOf({ path: field, name }: FieldOfEntity, path: readonly string[], row: string) {
  return field === GRAPH && path.length === 0 ? [name, row] : [name];
}

/** By the names that a graph has in files: a platform has nodes in lists of their own. */
const IN_GRAPH: Readonly<Record<string, readonly string[]>> = {
  jobs: ['jobNodes'],
  conditions: ['conditionNodes'],
  node: ['id'],
  job: ['job', 'id'],
  next: ['nextNodes'],
  success: ['nextNodesSuccess'],
  failure: ['nextNodesFailure'],
};

/** The platform's own names on the way to what lies in a field, as a mutation accepts it. */
function inputPath(
  { path: field, nested }: FieldOfEntity,
  path: readonly string[],
  value: unknown,
): readonly string[] {
  if (field !== GRAPH) return ownValue(nested, path[0] ?? '') ?? path;
  const names = path.flatMap((name) => ownValue(IN_GRAPH, name) ?? [name]);
  const last = path.at(-1);
  // A condition is one of the platform's words, or an expression; each has a place of its own.
  if (last === 'condition' && typeof value === 'string') return [...names, 'status', 'value'];
  return last === 'expression' ? [...names.slice(0, -1), 'custom', 'expression'] : names;
}
