import type { FieldNode, GraphQLSchema } from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList';
import { requireIdFor } from '../graphql/call/commonArguments';
import { field } from '../graphql/document/document';
import { queryBatched } from '../graphql/read/queryBatched';
import { undefinedIfNotFound } from '../graphql/read/result';
import { requestBySchema } from '../graphql/schema/bySchema';
import { requireRootField } from '../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { InvalidInputError } from '../common/errors/errors';
import { toPlural, withArticle } from '../common/input/identifiers';
import { cleanName } from '../common/text/text';
import { toObject, toText } from '../common/text/values';

export interface NamedEntity {
  id: unknown;
  name?: unknown;
  projectName?: unknown;
}

const MAX_CANDIDATES = 20;
const MAX_SIMILAR = 3;
const NAME_CHARACTERS = 100;
const MAX_COMPARED = 500;
const MAX_LENGTH_DIFFERENCE = 5;

const BY_ALIAS = { job: 'jobByAlias', pipeline: 'graphPipelineByAlias' } as const;

export type KindWithAliases = keyof typeof BY_ALIAS;

/**
 * Finds the ID of the job or pipeline with an alias in a project.
 * @param readAliases called only for an unknown alias, to suggest similar ones
 * @throws UnsupportedError if the platform cannot find by alias
 */
export async function findIdByAlias(
  endpoint: GraphqlEndpoint,
  what: KindWithAliases,
  projectId: unknown,
  alias: string,
  readAliases: () => Promise<string[]>,
  options?: CallOptions,
): Promise<string> {
  const named = cleanName(alias);
  if (typeof projectId !== 'string' || projectId.trim() === '') {
    throw new InvalidInputError(
      `The alias "${named}" needs a project`,
      `Choose the project of the ${what} in "Project", then enter the alias again: n8n empties the field when the project changes. Nothing was sent for this item.`,
    );
  }
  const name = BY_ALIAS[what];
  const write = (schema: GraphQLSchema) => {
    const { field: root } = requireRootField(schema, 'query', name);
    const ofProject = root.args.find((argument) => argument.name === 'projectId');
    if (ofProject) requireIdFor(ofProject, 'project', projectId);
    return field(name, { arguments: { projectId, alias }, select: [field('id')] });
  };
  const ask = async (node: FieldNode) => await queryBatched(endpoint, node, options);
  const found = await requestBySchema(endpoint, write, ask, options).catch(undefinedIfNotFound);
  const id = toText(toObject(found).id);
  if (id !== undefined) return id;
  // Similar aliases are only a help, so a failure to list them does not matter.
  const aliases = await readAliases().catch(() => []);
  const similar = findSimilar(alias, aliases);
  const quoted = similar.map((one) => `"${cleanName(one)}"`).join(', ');
  throw new InvalidInputError(
    `The project has no ${what} with the alias "${named}"`,
    `${similar.length > 0 ? `Similar aliases: ${quoted}. ` : ''}Check the alias and the project, or choose the ${what} from the list.`,
  );
}

/**
 * Finds the ID of an entity by its ID, by its name, or by the names of project and entity, such as `Retail / Extract daily sales`.
 * Case matters only between names that are otherwise equal.
 * @param what noun, for example "job"
 * @throws InvalidInputError with candidates
 */
export function findIdByName(
  what: string,
  entities: readonly NamedEntity[],
  given: string,
): string {
  const usable = entities.filter(({ id }) => typeof id === 'string' && id !== '');
  if (usable.some(({ id }) => id === given)) return given;
  const exact = usable.filter((entity) => listNames(entity).includes(given));
  const wanted = toPlain(given);
  const found =
    exact.length > 0
      ? exact
      : usable.filter((entity) => listNames(entity).map(toPlain).includes(wanted));
  const [only, ...others] = found;
  if (only && others.length === 0) return String(only.id);
  if (!only) throw unknownName(what, usable, given, wanted);
  throw new InvalidInputError(
    `${found.length} ${toPlural(what)} are named "${cleanName(given)}"`,
    `Use the ID of the right one:\n${listed(found)}`,
  );
}

function unknownName(what: string, entities: NamedEntity[], given: string, wanted: string) {
  const plainName = ({ name }: NamedEntity) => toPlain(toText(name) ?? '');
  const alike = findSimilar(wanted, entities.map(plainName)).flatMap((name) =>
    entities.filter((entity) => plainName(entity) === name),
  );
  return new InvalidInputError(
    `There is no ${what} with the name or ID "${cleanName(given)}"`,
    alike.length > 0
      ? `Use the full name or the ID of ${withArticle(what)}. Similar names:\n${listed(alike)}`
      : `List the ${toPlural(what)} to see their names and IDs.`,
  );
}

/** Returns a few texts: first those with few different letters, then those that share a word. */
function findSimilar(wanted: string, texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const words = toPlain(wanted.slice(0, NAME_CHARACTERS))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  // Many wrong names must not block n8n, so only these are compared letter by letter.
  const comparable = distinct
    .filter((text) => Math.abs(text.length - wanted.length) <= MAX_LENGTH_DIFFERENCE)
    .slice(0, MAX_COMPARED);
  const byLetters = wanted.length > NAME_CHARACTERS ? [] : suggestionList(wanted, comparable);
  const byWords = distinct
    .map((text) => {
      const name = toPlain(text);
      return { text, shared: words.filter((word) => name.includes(word)).length };
    })
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .map(({ text }) => text);
  return [...new Set([...byLetters, ...byWords])].slice(0, MAX_SIMILAR);
}

function listed(entities: readonly NamedEntity[]): string {
  const lines = entities.slice(0, MAX_CANDIDATES).map(({ id, name, projectName }) => {
    const place = projectName === undefined ? '' : ` in the project "${cleanName(projectName)}"`;
    return `"${cleanName(name)}"${place}: ${cleanName(id)}`;
  });
  const more = entities.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function listNames({ name, projectName }: NamedEntity): string[] {
  if (typeof name !== 'string') return [];
  return typeof projectName === 'string' ? [name, `${projectName} / ${name}`] : [name];
}

function toPlain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
