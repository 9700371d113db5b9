import { type GraphQLSchema, getNamedType, isEnumType, type GraphQLArgument } from 'graphql';
import {
  CancelledError,
  UnexpectedResponseError,
  InvalidInputError,
} from '../../common/errors/errors';
import { field, type LiteralValue, EnumName } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { queryUnbatched, queryBatched } from '../../graphql/read/queryBatched';
import type { RootField } from '../../graphql/schema/rootFields';
import { selectSupported, type WrittenFields } from '../../graphql/selection/supported';
import { toObject, readWholeNumber } from '../../common/text/values';
import type { LogPage, PagedLog } from './logPart';
import { excerpt } from '../../common/text/text';

interface LogQuery<Line> {
  root: RootField;
  /** Without `limit` and `skip`. */
  arguments: Record<string, LiteralValue>;
  /** The platform may lack it. */
  countQuery: string;
  /** `count`, and the fields of each line in `content`. */
  fields: WrittenFields;
  readLine: (line: unknown) => Line[];
}

const PAGE_ARGUMENTS = ['limit', 'skip'];
/** Shorter pages share requests, for example the last lines of many failed runs. */
const MAX_LINES_TOGETHER = 100;

export function buildPagedLog<Line>(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  query: LogQuery<Line>,
  options: CallOptions,
): Pick<PagedLog<Line>, 'hasPages' | 'readPage' | 'countLines'> {
  const { root } = query;
  const select = selectSupported(schema, root.field.type, query.fields);
  const counting = schema.getQueryType()?.getFields()[query.countQuery];
  const hasPages = PAGE_ARGUMENTS.every((name) =>
    root.field.args.some((argument) => argument.name === name),
  );
  const readPage = async (page: { limit: number; skip: number }) => {
    const asked = field(root.name, {
      arguments: { ...query.arguments, ...(hasPages && page) },
      select,
    });
    const read = page.limit <= MAX_LINES_TOGETHER ? queryBatched : queryUnbatched;
    return readLogPage(query, await read(endpoint, asked, options));
  };
  return {
    hasPages,
    readPage,
    async countLines() {
      try {
        if (!counting) return (await readPage({ limit: 1, skip: 0 })).count;
        const taken = Object.entries(query.arguments).filter(([name]) =>
          counting.args.some((argument) => argument.name === name),
        );
        const asked = field(query.countQuery, { arguments: Object.fromEntries(taken) });
        return readWholeNumber(await queryBatched(endpoint, asked, options));
      } catch (error) {
        // Reading the lines will show why the log cannot be read.
        if (error instanceof CancelledError) throw error;
        return undefined;
      }
    },
  };
}

function readLogPage<Line>({ root, readLine }: LogQuery<Line>, response: unknown): LogPage<Line> {
  const { count, content } = toObject(response);
  const isNone = response === null || response === undefined;
  const lines = isNone ? [] : (content ?? []);
  if (Array.isArray(lines))
    return { lines: lines.flatMap(readLine), count: readWholeNumber(count) };
  throw new UnexpectedResponseError(`The platform returned "${root.name}" without lines`, {
    hint: 'The platform may have another version.',
  });
}

/** Returns the streams in the live schema; none if they are no enum. */
export function listStreams({ type }: GraphQLArgument): string[] {
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}

/** @throws InvalidInputError if the platform has no such stream */
export function toStreamValue(argument: GraphQLArgument, stream: string): LiteralValue {
  const known = listStreams(argument);
  if (known.length === 0) return stream;
  if (known.includes(stream)) return new EnumName(stream);
  throw new InvalidInputError(
    `The platform has no log stream named "${excerpt(stream)}"`,
    `It has: ${known.join(', ')}.`,
  );
}
