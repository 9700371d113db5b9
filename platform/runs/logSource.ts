import {
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLSchema,
} from 'graphql';
import { CancelledError, UnexpectedAnswerError } from '../errors';
import { callRootField } from '../graphql/call/callOperation';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { requireRootField, type RootField } from '../graphql/schema/rootFields';
import { writtenFields } from '../graphql/selection/writtenFields';
import { fieldsOf, textOf, wholeNumberOf } from './values';

/** One line that a run of a job wrote. */
export interface LogLine {
  /** Counts from 0 over all streams. */
  index?: number;
  value: string;
  /** As `STDOUT` or `ORCHESTRATION_STDERR`. */
  stream?: string;
}

/** One way to ask for lines of a run's log. */
export interface LogSource {
  query: string;
  /** Everything but the page. */
  arguments: Record<string, unknown>;
  hasPages: boolean;
  /** Whether the platform leaves out the lines that are not wanted. */
  isFiltered: boolean;
  isWanted(stream: string | undefined): boolean;
}

/** Newest first: later platforms keep the older query for a while. */
const QUERIES = ['filteredLogs', 'logs'] as const;
const COUNT_QUERIES = new Map<string, string>([
  ['filteredLogs', 'countFilteredLogs'],
  ['logs', 'countLogs'],
]);
const FIELDS = writtenFields('index value stream count content { index value stream }');
const STREAM_ARGUMENTS = ['streams', 'stream'];
const PAGE_ARGUMENTS = ['limit', 'skip'];

/**
 * How this platform is asked for a run's log. Newer ones take many streams at once. Older ones take one or none, which
 * gives all: the lines are filtered here, or, where they do not tell their stream, asked for stream by stream.
 * @param chosen streams; none for all that `isWanted`
 * @throws PlatformError where the platform has no logs
 */
export function logSourceOf(
  schema: GraphQLSchema,
  runId: string,
  chosen: readonly string[],
  isWanted: (stream: string | undefined) => boolean = () => true,
): LogSource[] {
  const root = requireRootField(schema, 'query', QUERIES);
  const { args } = root.field;
  const named = new Set(args.map((argument) => argument.name));
  const run = args.find(
    (argument) => ![...STREAM_ARGUMENTS, ...PAGE_ARGUMENTS].includes(argument.name),
  );
  const wants = chosen.length > 0 ? (stream?: string) => chosen.includes(stream ?? '') : isWanted;
  const source = {
    query: root.name,
    arguments: { [run?.name ?? 'jobInstanceID']: runId },
    hasPages: PAGE_ARGUMENTS.every((argument) => named.has(argument)),
    isFiltered: false,
    isWanted: wants,
  };
  const asking = (argument: string, value: unknown): LogSource => ({
    ...source,
    arguments: { ...source.arguments, [argument]: value },
    isFiltered: true,
    isWanted: () => true,
  });

  const argument = args.find(({ name: taken }) => STREAM_ARGUMENTS.includes(taken));
  if (!argument) return [source];
  const known = streamsOf(argument);
  const wanted = chosen.length > 0 ? chosen : known.filter(wants);
  if (isList(argument)) {
    // Without an enum it is not known what its streams are called: no stream asked for gives all.
    const asked = asking(argument.name, wanted);
    return wanted.length > 0 ? [asked] : [{ ...asked, isFiltered: false, isWanted: wants }];
  }
  if (wanted.length === 1) return [asking(argument.name, wanted[0])];
  const isAll = wanted.length === known.length;
  if (!isRequiredArgument(argument) && (isAll || tellsStreams(root))) return [source];
  return wanted.map((stream) => asking(argument.name, stream));
}

/** @throws UnexpectedAnswerError for what is no log */
export async function readPage(
  endpoint: GraphqlEndpoint,
  source: LogSource,
  page: { limit: number; skip: number },
  options: CallOptions,
): Promise<{ lines: LogLine[]; count?: number }> {
  const call = {
    arguments: { ...source.arguments, ...(source.hasPages && page) },
    selection: {
      mode: 'supported',
      text: FIELDS,
    },
  } as const;
  const answer = await callRootField(endpoint, 'query', source.query, call, options);
  if (answer === null || answer === undefined) return { lines: [] };
  const { count, content = [] } = fieldsOf(answer);
  const lines = Array.isArray(answer) ? (answer as unknown[]) : (content ?? []);
  if (typeof answer !== 'object' || !Array.isArray(lines)) {
    throw new UnexpectedAnswerError(`The platform answered "${source.query}" without lines`, {
      hint: 'The platform may be of another version.',
      reach: 'answered',
    });
  }
  return { lines: lines.flatMap(readLine), count: wholeNumberOf(count) };
}

/** How many lines there are; undefined where the platform does not tell. */
export async function countLines(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  source: LogSource,
  options: CallOptions,
): Promise<number | undefined> {
  if (!source.hasPages) return undefined;
  const query = COUNT_QUERIES.get(source.query) ?? '';
  try {
    if (hasQuery(schema, query)) {
      const call = { arguments: source.arguments };
      return wholeNumberOf(await callRootField(endpoint, 'query', query, call, options));
    }
    return (await readPage(endpoint, source, { limit: 1, skip: 0 }, options)).count;
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return undefined;
  }
}

function readLine(line: unknown): LogLine[] {
  const { index, value, stream } = fieldsOf(line);
  const text = typeof line === 'string' ? line : typeof value === 'string' ? value : textOf(value);
  if (text === undefined) return [];
  const [number, name] = [wholeNumberOf(index), textOf(stream)];
  return [
    {
      ...(number !== undefined && { index: number }),
      value: text,
      ...(name !== undefined && { stream: name }),
    },
  ];
}

function hasQuery(schema: GraphQLSchema, name: string): boolean {
  return Object.hasOwn(schema.getQueryType()?.getFields() ?? {}, name);
}

/** Every stream that the live schema names. */
function streamsOf({ type }: GraphQLArgument): string[] {
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}

function isList({ type }: GraphQLArgument): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

/** Whether each line says of which stream it is. */
function tellsStreams({ field }: RootField): boolean {
  const answer = getNamedType(field.type);
  const content = isObjectType(answer) ? answer.getFields().content : undefined;
  const line = content ? getNamedType(content.type) : answer;
  return isObjectType(line) && Object.hasOwn(line.getFields(), 'stream');
}
