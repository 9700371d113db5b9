import { UnsupportedError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { listEnvironmentVariables } from '../../resources/environmentVariable/list';
import type {
  EnvironmentVariable,
  VariableScope,
} from '../../resources/environmentVariable/variable';
import { textOf } from '../../text/values';
import { PART_OF, type Part, type EntityKind, type VariableFile } from '../files/model';
import { compareTexts } from '../files/stableJson';

export type OwnerKind = Exclude<EntityKind, 'volume'> | 'project';

/** Of the variables that stand at each kind of owner. */
export const SCOPES = {
  project: 'PROJECT',
  job: 'JOB',
  app: 'APP',
  pipeline: 'PIPELINE',
} as const satisfies Record<OwnerKind, VariableScope>;

/** The variables of the entities in a project, by the ID of what they stand at; many in one request. */
export async function readVariables(
  endpoint: GraphqlEndpoint,
  entities: Record<EntityKind, ReadonlyArray<{ id: string }>>,
  include: readonly Part[],
  options?: CallOptions,
): Promise<Map<string, VariableFile[]>> {
  const owners = (['job', 'app', 'pipeline'] as const)
    .filter((kind) => include.includes(PART_OF[kind]))
    .flatMap((kind) => entities[kind].map(({ id }) => ({ kind, id })));
  const read = async ({ kind, id }: (typeof owners)[number]) =>
    [id, await readVariablesOf(endpoint, kind, id, options)] as const;
  return new Map(await Promise.all(owners.map(read)));
}

/** The variables that stand at one entity itself, by name; none where the platform has none of this scope. */
export async function readVariablesOf(
  endpoint: GraphqlEndpoint,
  kind: OwnerKind,
  id: string,
  options?: CallOptions,
): Promise<VariableFile[]> {
  const scope = SCOPES[kind];
  const place = { scope, entityId: id };
  const listed = await listEnvironmentVariables(endpoint, place, options).catch(noneIfUnsupported);
  return listed
    .filter((variable) => variable.scope === scope)
    .flatMap((variable) => {
      const name = textOf(variable.name);
      return name === undefined ? [] : [variableFile(name, variable)];
    })
    .sort((one, other) => compareTexts(one.name, other.name));
}

function noneIfUnsupported(error: unknown): EnvironmentVariable[] {
  if (error instanceof UnsupportedError) return [];
  throw error;
}

function variableFile(
  name: string,
  { value, description, isPassword }: EnvironmentVariable,
): VariableFile {
  const text = textOf(description);
  return {
    name,
    ...(text !== undefined && { description: text }),
    // Whatever a platform returns: the value of a password goes no further.
    ...(isPassword === true ? { isPassword } : { value: textOf(value) ?? '' }),
  };
}
