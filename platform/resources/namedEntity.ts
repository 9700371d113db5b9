import type { FieldNode, GraphQLSchema } from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList';
import { requireValidId } from '../graphql/call/commonArguments';
import { buildField } from '../graphql/document/document';
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

const MAX_LISTED = 20;
const MAX_SIMILAR = 3;
const MAX_NAME_CHARACTERS = 100;
const MAX_COMPARED = 500;
const MAX_LENGTH_DIFFERENCE = 5;

const ALIAS_QUERIES = { job: 'jobByAlias', pipeline: 'graphPipelineByAlias' } as const;

export type KindFoundByAlias = keyof typeof ALIAS_QUERIES;

/**
 * Finds the ID of the job or pipeline with an alias in a project.
 * @param readAliases called only if the alias does not exist, to suggest similar ones
 * @throws InvalidInputError if the project is missing, or the alias does not exist; UnsupportedError if the platform cannot search by alias
 */
export async function findIdByAlias(
  endpoint: GraphqlEndpoint,
  noun: KindFoundByAlias,
  projectId: unknown,
  alias: string,
  readAliases: () => Promise<string[]>,
  options?: CallOptions,
): Promise<string> {
  const shownAlias = cleanName(alias);
  if (typeof projectId !== 'string' || projectId.trim() === '') {
    throw new InvalidInputError(
      `The alias "${shownAlias}" needs a project`,
      `Choose the project of the ${noun} in "Project", then enter the alias again: n8n empties the field when the project changes. Nothing was sent for this item.`,
    );
  }
  const name = ALIAS_QUERIES[noun];
  const buildQuery = (schema: GraphQLSchema) => {
    const { field: root } = requireRootField(schema, 'query', name);
    const projectArgument = root.args.find((argument) => argument.name === 'projectId');
    if (projectArgument) requireValidId(projectArgument, 'project', projectId);
    return buildField(name, { arguments: { projectId, alias }, select: [buildField('id')] });
  };
  const send = async (node: FieldNode) => await queryBatched(endpoint, node, options);
  const entity = await requestBySchema(endpoint, buildQuery, send, options).catch(
    undefinedIfNotFound,
  );
  const id = toText(toObject(entity).id);
  if (id !== undefined) return id;
  // Similar aliases are optional, so a failure to list them does not matter.
  const aliases = await readAliases().catch(() => []);
  const similar = findSimilar(alias, aliases);
  const quoted = similar.map((similarAlias) => `"${cleanName(similarAlias)}"`).join(', ');
  throw new InvalidInputError(
    `The project has no ${noun} with the alias "${shownAlias}"`,
    `${similar.length > 0 ? `Similar aliases: ${quoted}. ` : ''}Check the alias and the project, or choose the ${noun} from the list.`,
  );
}

/**
 * Finds the ID of an entity by its ID, by its name, or by the names of project and entity, such as `Retail / Extract daily sales`.
 * Case and spaces matter only between names that are otherwise equal.
 * @param noun for example "job"
 * @throws InvalidInputError with similar entities if none matches, or with the matching ones if several do
 */
export function findIdByName(
  noun: string,
  entities: readonly NamedEntity[],
  idOrName: string,
): string {
  const usable = entities.filter(({ id }) => typeof id === 'string' && id !== '');
  if (usable.some(({ id }) => id === idOrName)) return idOrName;
  const exact = usable.filter((entity) => listNames(entity).includes(idOrName));
  const plainName = toPlain(idOrName);
  const found =
    exact.length > 0
      ? exact
      : usable.filter((entity) => listNames(entity).map(toPlain).includes(plainName));
  const [only, ...others] = found;
  if (only && others.length === 0) return String(only.id);
  if (!only) throw unknownNameError(noun, usable, idOrName);
  throw new InvalidInputError(
    `${found.length} ${toPlural(noun)} are named "${cleanName(idOrName)}"`,
    `Use the ID of the right one:\n${formatList(found)}`,
  );
}

function unknownNameError(noun: string, entities: NamedEntity[], idOrName: string) {
  const toPlainName = ({ name }: NamedEntity) => toPlain(toText(name) ?? '');
  const similarNames = findSimilar(toPlain(idOrName), entities.map(toPlainName));
  const similar = similarNames.flatMap((name) =>
    entities.filter((entity) => toPlainName(entity) === name),
  );
  return new InvalidInputError(
    `There is no ${noun} with the name or ID "${cleanName(idOrName)}"`,
    similar.length > 0
      ? `Use the full name or the ID of ${withArticle(noun)}. Similar names:\n${formatList(similar)}`
      : `List the ${toPlural(noun)} to see their names and IDs.`,
  );
}

/** Returns up to `MAX_SIMILAR` texts: first those that differ in few letters, then those that contain a word of `wanted`. */
function findSimilar(wanted: string, texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)].filter((text) => text !== '');
  const words = toPlain(wanted.slice(0, MAX_NAME_CHARACTERS))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  // The comparison by letters is slow, so it is limited to `MAX_COMPARED` texts of a similar length.
  const comparable = distinct
    .filter((text) => Math.abs(text.length - wanted.length) <= MAX_LENGTH_DIFFERENCE)
    .slice(0, MAX_COMPARED);
  const byLetters = wanted.length > MAX_NAME_CHARACTERS ? [] : suggestionList(wanted, comparable);
  const byWords = distinct
    .map((text) => {
      const name = toPlain(text);
      return { text, shared: words.filter((word) => name.includes(word)).length };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ text }) => text);
  return [...new Set([...byLetters, ...byWords])].slice(0, MAX_SIMILAR);
}

function formatList(entities: readonly NamedEntity[]): string {
  const lines = entities.slice(0, MAX_LISTED).map(({ id, name, projectName }) => {
    const location = projectName === undefined ? '' : ` in the project "${cleanName(projectName)}"`;
    return `"${cleanName(name)}"${location}: ${cleanName(id)}`;
  });
  const moreCount = entities.length - lines.length;
  return [...lines, ...(moreCount > 0 ? [`and ${moreCount} more`] : [])].join('\n');
}

function listNames({ name, projectName }: NamedEntity): string[] {
  if (typeof name !== 'string') return [];
  return typeof projectName === 'string' ? [name, `${projectName} / ${name}`] : [name];
}

function toPlain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
