import { UnsupportedError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { Variables } from '../../resources/environmentVariable/variables';
import type {
  EnvironmentVariable,
  VariableScope,
} from '../../resources/environmentVariable/variable';
import { textOf } from '../../text/values';
import { toVariable } from '../files/readEntry';
import { compareTexts } from '../files/stableJson';
import { PART_OF, type Current, type EntityKind, type Part } from '../tree';

export type OwnerKind = Exclude<EntityKind, 'volume'> | 'project';

export const SCOPES = {
  project: 'PROJECT',
  job: 'JOB',
  app: 'APP',
  pipeline: 'PIPELINE',
} as const satisfies Record<OwnerKind, VariableScope>;

/** Reads the variables of the entities in a project, by the ID of their owner; many in one request. */
export async function readVariables(
  endpoint: GraphqlEndpoint,
  entities: Record<EntityKind, ReadonlyArray<{ id: string }>>,
  include: readonly Part[],
  options?: CallOptions,
): Promise<Map<string, EnvironmentVariable[]>> {
  const owners = (['job', 'app', 'pipeline'] as const)
    .filter((kind) => include.includes(PART_OF[kind]))
    .flatMap((kind) => entities[kind].map(({ id }) => ({ kind, id })));
  const read = async ({ kind, id }: (typeof owners)[number]) =>
    [id, await readVariablesOf(endpoint, kind, id, options)] as const;
  return new Map(await Promise.all(owners.map(read)));
}

/** Reads the variables of one owner, by name; none if the platform does not have variables of this scope. */
export async function readVariablesOf(
  endpoint: GraphqlEndpoint,
  kind: OwnerKind,
  id: string,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const scope = SCOPES[kind];
  const place = { scope, entityId: id };
  const listed = await new Variables(endpoint).list(place, options).catch(noneIfUnsupported);
  return listed
    .filter((variable) => variable.scope === scope && textOf(variable.name) !== undefined)
    .sort((one, other) => compareTexts(one.name ?? '', other.name ?? ''));
}

function noneIfUnsupported(error: unknown): EnvironmentVariable[] {
  if (error instanceof UnsupportedError) return [];
  throw error;
}

/** Returns variables as entries. The value of a password goes no further, whatever a platform returns. */
export function currentVariables(stored: readonly EnvironmentVariable[] = []): Current[] {
  return stored.map(({ id, name = '', value, description, isPassword }) => {
    const text = textOf(description);
    const doc = {
      ...(text !== undefined && { description: text }),
      ...(isPassword === true ? { isPassword } : { value: textOf(value) ?? '' }),
    };
    return { ...toVariable(name, doc), variables: [], id: textOf(id) ?? name, notReturned: [] };
  });
}
