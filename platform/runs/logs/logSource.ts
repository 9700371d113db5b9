import {
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLSchema,
} from 'graphql';
import { requireIdFor } from '../../graphql/call/commonArguments';
import type { LiteralValue } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import type { PagedLog } from '../../logs/logPart';
import { pagedLog } from '../../logs/logQuery';
import { streamsOf, streamValue } from '../../logs/streamArgument';
import { fieldsOf, textOf, wholeNumberOf } from '../../text/values';

/** One line that a run of a job wrote. */
export interface LogLine {
  /** Counts from 0 over all streams. */
  index?: number;
  value: string;
  /** As `STDOUT` or `ORCHESTRATION_STDERR`. */
  stream?: string;
}

const FIELDS = writtenFields('index value stream count content { index value stream }');
/** Newest first: later platforms keep the older query for a while. */
const QUERIES = ['filteredLogs', 'logs'] as const;
const COUNT_QUERIES = new Map<string, string>([
  ['filteredLogs', 'countFilteredLogs'],
  ['logs', 'countLogs'],
]);
const STREAM_ARGUMENTS = ['streams', 'stream'];
const PAGE_ARGUMENTS = ['limit', 'skip'];

/**
 * How this platform is asked for a run's log. Newer ones take many streams at once. Older ones take one or none, which
 * gives all: the lines are filtered here, or, where they do not return their stream, asked for stream by stream.
 * @param chosen streams; none for all that `isWanted`
 * @throws PlatformError where the platform has no logs; InvalidInputError for what it cannot be asked
 */
export function logSourcesOf(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  runId: string,
  chosen: readonly string[],
  isWanted: (stream: string | undefined) => boolean,
  options: CallOptions,
): Array<PagedLog<LogLine>> {
  const root = requireRootField(schema, 'query', QUERIES);
  const { args } = root.field;
  const run = args.find(({ name }) => ![...STREAM_ARGUMENTS, ...PAGE_ARGUMENTS].includes(name));
  if (run) requireIdFor(run, 'run', runId);
  const wants = chosen.length > 0 ? (stream?: string) => chosen.includes(stream ?? '') : isWanted;
  const source = (
    streams: Record<string, LiteralValue>,
    filter: Pick<PagedLog<LogLine>, 'isFiltered' | 'isWanted'>,
  ): PagedLog<LogLine> => {
    const query = {
      root,
      arguments: { [run?.name ?? 'jobInstanceID']: runId, ...streams },
      countQuery: COUNT_QUERIES.get(root.name) ?? '',
      fields: FIELDS,
      readLine,
    };
    return { ...pagedLog(endpoint, schema, query, options), ...filter };
  };
  const filteredHere = { isFiltered: false, isWanted: ({ stream }: LogLine) => wants(stream) };
  const filteredThere = { isFiltered: true, isWanted: () => true };

  const argument = args.find(({ name }) => STREAM_ARGUMENTS.includes(name));
  if (!argument) return [source({}, filteredHere)];
  const known = streamsOf(argument);
  const wanted = chosen.length > 0 ? chosen : known.filter(wants);
  const values = wanted.map((stream) => streamValue(argument, stream));
  if (isList(argument)) {
    // Without an enum it is not known what its streams are called: no stream asked for gives all.
    const filter = wanted.length > 0 ? filteredThere : filteredHere;
    return [source({ [argument.name]: values }, filter)];
  }
  const one = (stream: LiteralValue) => source({ [argument.name]: stream }, filteredThere);
  if (values.length === 1) return values.map(one);
  const isAll = wanted.length === known.length;
  if (!isRequiredArgument(argument) && (isAll || hasStreamField(root))) {
    return [source({}, isAll ? filteredThere : filteredHere)];
  }
  return values.map(one);
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

function isList({ type }: GraphQLArgument): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

/** Whether each line says of which stream it is. */
function hasStreamField({ field }: RootField): boolean {
  const response = getNamedType(field.type);
  const content = isObjectType(response) ? response.getFields().content : undefined;
  const line = content ? getNamedType(content.type) : response;
  return isObjectType(line) && Object.hasOwn(line.getFields(), 'stream');
}
