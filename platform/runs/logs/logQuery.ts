import { type GraphQLSchema, getNamedType, isEnumType, type GraphQLArgument } from 'graphql';
import { CancelledError, InvalidInputError } from '../../common/errors/errors';
import { buildField, type LiteralValue, EnumName } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { queryUnbatched, queryBatched } from '../../graphql/read/queryBatched';
import { unexpectedValueError } from '../../graphql/read/result';
import type { RootField } from '../../graphql/schema/rootFields';
import { selectSupported, type WrittenFields } from '../../graphql/selection/supported';
import { toObject, readWholeNumber } from '../../common/text/values';
import type { LogPage, PagedLog } from './logPart';
import { excerpt } from '../../common/text/text';

interface LogQuery<Line> {
  root: RootField;
  /** All arguments except `limit` and `skip`. */
  arguments: Record<string, LiteralValue>;
  /** The query that counts the lines. The platform may lack it. */
  countQuery: string;
  /** Selects `count`, and the fields of each line in `content`. */
  fields: WrittenFields;
  readLine: (line: unknown) => Line[];
}

const PAGE_ARGUMENTS = ['limit', 'skip'];
/** Pages of up to this many lines share requests, for example the last lines of many failed runs. */
const MAX_LINES_OF_SHARED_PAGE = 100;

export function buildPagedLog<Line>(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  query: LogQuery<Line>,
  options: CallOptions,
): Pick<PagedLog<Line>, 'hasPages' | 'readPage' | 'countLines'> {
  const { root } = query;
  const select = selectSupported(schema, root.field.type, query.fields);
  const countField = schema.getQueryType()?.getFields()[query.countQuery];
  const hasPages = PAGE_ARGUMENTS.every((name) =>
    root.field.args.some((argument) => argument.name === name),
  );
  const readPage = async (page: { limit: number; skip: number }) => {
    const node = buildField(root.name, {
      arguments: { ...query.arguments, ...(hasPages && page) },
      select,
    });
    const read = page.limit <= MAX_LINES_OF_SHARED_PAGE ? queryBatched : queryUnbatched;
    return readLogPage(query, await read(endpoint, node, options));
  };
  return {
    hasPages,
    readPage,
    async countLines() {
      try {
        if (!countField) return (await readPage({ limit: 1, skip: 0 })).count;
        const countArguments = Object.entries(query.arguments).filter(([name]) =>
          countField.args.some((argument) => argument.name === name),
        );
        const node = buildField(query.countQuery, {
          arguments: Object.fromEntries(countArguments),
        });
        return readWholeNumber(await queryBatched(endpoint, node, options));
      } catch (error) {
        // If the log cannot be read, the request for its lines will show the reason.
        if (error instanceof CancelledError) throw error;
        return undefined;
      }
    },
  };
}

function readLogPage<Line>({ root, readLine }: LogQuery<Line>, response: unknown): LogPage<Line> {
  const { count, content } = toObject(response);
  const hasNoLog = response === null || response === undefined;
  const lines = hasNoLog ? [] : (content ?? []);
  if (Array.isArray(lines))
    return { lines: lines.flatMap(readLine), count: readWholeNumber(count) };
  throw unexpectedValueError(`${root.name}.content`, 'a list of lines', lines);
}

/** Lists the streams in the live schema. The list is empty if the streams are not an enum. */
export function listStreams({ type }: GraphQLArgument): string[] {
  const namedType = getNamedType(type);
  return isEnumType(namedType) ? namedType.getValues().map(({ name }) => name) : [];
}

/** @throws InvalidInputError if the platform has no such stream */
export function toStreamValue(argument: GraphQLArgument, stream: string): LiteralValue {
  const streams = listStreams(argument);
  if (streams.length === 0) return stream;
  if (streams.includes(stream)) return new EnumName(stream);
  throw new InvalidInputError(
    `The platform has no log stream named "${excerpt(stream)}"`,
    `Choose one of: ${streams.join(', ')}.`,
  );
}
