import type { FieldNode, GraphQLSchema, SelectionNode } from 'graphql';
import { GraphqlResponseError, PlatformError } from '../../errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { aliasedBytes, queryAliased } from '../../graphql/parts/queryAliased';
import { sendInParts, type PartedRequest } from '../../graphql/parts/inParts';
import { levelsOf } from '../../graphql/parts/levelsOf';
import { limitRefusal } from '../../graphql/parts/refusal';
import { learnRequestLimits, requestLimitsOf } from '../../graphql/parts/requestLimits';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { isSchemaRefusal } from '../../graphql/schema/schemaRefusal';
import { forgetSchema } from '../../graphql/schema/schemaStore';
import { ownValue } from '../../text/names';
import type { RunKind } from '../kinds';
import { readRun, type Run } from './run';
import { runSelection } from './selection';

/** What became of reading one run; the failure is that run's own. */
export type RunRead = { run: Run } | { failure: PlatformError };

/**
 * Reads many runs, up to 100 in one request. A run that cannot be read leaves the others alone.
 * @returns one entry for each identifier
 * @throws what a query throws, where no run could be read at all
 */
export async function getRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runIds: readonly string[],
  options: CallOptions = {},
): Promise<Map<string, RunRead>> {
  const write = (schema: GraphQLSchema) => {
    const query = requireRootField(schema, 'query', kind.runQuery);
    const select = runSelection(schema, query.field.type);
    return { query, select, ...wantedRuns(query, runIds) };
  };
  const send = async ({ query, select, wanted, impossible }: ReturnType<typeof write>) => {
    const reading = new RunsReading(endpoint, query, select, options);
    await sendInParts(reading, wanted);
    return new Map([...impossible, ...reading.reads(wanted)]);
  };
  return await requestBySchema(endpoint, write, send, options);
}

/**
 * One call's requests and what has come of them. Each run is a root field of its own with an alias, up to 100 in a request, as
 * a poll reads all its runs at once. A request can fail as a whole for reasons that are about one run, about its size, or
 * about the platform, and GraphQL does not say which:
 *
 * - Data with errors: the runs that have data are read. The others are asked for again, in halves (`sendInParts`), until each
 *   is read or refused alone. Only then is the refusal that run's own.
 * - A limit on size or number: smaller parts; what was learned holds for the next requests to this address. A limit on levels
 *   is not met by fewer runs, so each run is asked for alone, without an alias.
 * - A field that the platform no longer has: the schema is forgotten, and `requestBySchema` writes the request anew.
 *
 * A failure that says nothing of a run is kept in `refusals`. Where all runs failed that way, the call throws it: otherwise a
 * wait would take an outage for a hundred runs that cannot be read, and give them up.
 */
class RunsReading implements PartedRequest<WantedRun> {
  readonly address: URL;
  private readonly found = new Map<string, RunRead>();

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly query: RootField,
    private readonly select: readonly SelectionNode[] | undefined,
    private readonly options: CallOptions,
  ) {
    this.address = endpoint.url;
  }

  /** @throws how all runs failed, where the platform itself said nothing of them */
  reads(wanted: readonly WantedRun[]): ReadonlyMap<string, RunRead> {
    const reads = wanted.map(({ id }) => this.found.get(id));
    const refused = reads.filter(
      (read) => read && 'failure' in read && this.refusals.has(read.failure),
    );
    const [first] = refused;
    if (first && 'failure' in first && refused.length === wanted.length) throw first.failure;
    return this.found;
  }

  /** Those that say nothing of a run. */
  private readonly refusals = new Set<PlatformError>();

  readonly fail = (runs: readonly WantedRun[], failure: unknown): void => {
    if (!(failure instanceof PlatformError)) throw failure;
    // What does not fit the schema fits it for none of the runs.
    const isOfRuns = failure instanceof GraphqlResponseError && !isSchemaRefusal(failure);
    if (!isOfRuns) this.refusals.add(failure);
    for (const { id } of runs) this.found.set(id, { failure });
  };

  readonly bytesOf = (runs: readonly WantedRun[]): number =>
    aliasedBytes(this.endpoint, this.fieldsOf(runs), aliasOf);

  readonly send = async (runs: readonly WantedRun[]): Promise<void> => {
    const [first, ...others] = runs;
    const isTooDeep = 1 + levelsOf(this.select) > requestLimitsOf(this.address).levels;
    if (first && others.length === 0) return await this.readAlone(first);
    if (isTooDeep) return await this.readEach(runs);
    try {
      await this.readAll(runs);
    } catch (error) {
      const refusal = limitRefusal(error);
      if (refusal?.about !== 'levels') throw error;
      // Fewer of them are as deep.
      if (refusal.most) learnRequestLimits(this.address, { levels: refusal.most });
      await this.readEach(runs);
    }
  };

  private async readAll(runs: readonly WantedRun[]): Promise<void> {
    const fields = this.fieldsOf(runs);
    const { data, refusal } = await this.ask(
      async () => await queryAliased(this.endpoint, fields, aliasOf, this.options),
    );
    const missing = runs.filter((run, index) => {
      const response = ownValue(data, aliasOf(index)) ?? undefined;
      if (response === undefined && refusal) return true;
      this.note(run, response);
      return false;
    });
    if (!refusal || missing.length === 0) return;
    if (missing.length === runs.length) throw refusal;
    await sendInParts(this, missing);
  }

  private async readAlone(run: WantedRun): Promise<void> {
    const { signal, secrets } = this.options;
    const response = await this.ask(
      async () =>
        await queryBatched(this.endpoint, this.fieldOf(run, aliasOf(0)), { signal, secrets }),
    );
    this.note(run, response ?? undefined);
  }

  private async readEach(runs: readonly WantedRun[]): Promise<void> {
    await Promise.all(
      runs.map(async (run) => {
        await this.readAlone(run).catch((error: unknown) => this.fail([run], error));
      }),
    );
  }

  private async ask<Result>(send: () => Promise<Result>): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      // The platform may have changed since its schema was read.
      const isOld = error instanceof GraphqlResponseError && error.refusedBeforeExecution;
      if (isOld && limitRefusal(error)?.about === 'unstated') forgetSchema(this.endpoint);
      throw error;
    }
  }

  private note({ id }: WantedRun, response: unknown): void {
    this.found.set(id, readOne(response, this.query.name, id));
  }

  private fieldsOf(runs: readonly WantedRun[]): FieldNode[] {
    return runs.map((run) => this.fieldOf(run));
  }

  private fieldOf({ arguments: given }: WantedRun, alias?: string): FieldNode {
    return field(this.query.name, { alias, arguments: given, select: this.select });
  }
}

interface WantedRun {
  id: string;
  arguments: Record<string, string>;
}

/** What can be no identifier is not sent. */
function wantedRuns(query: RootField, runIds: readonly string[]) {
  const wanted: WantedRun[] = [];
  const impossible: Array<[string, RunRead]> = [];
  for (const id of runIds) {
    try {
      wanted.push({ id, arguments: idArgument(query, 'run', id) });
    } catch (failure) {
      impossible.push([id, { failure: failure as PlatformError }]);
    }
  }
  return { wanted, impossible };
}

function readOne(response: unknown, name: string, runId: string): RunRead {
  try {
    return { run: readRun(response, name, runId) };
  } catch (failure) {
    return { failure: failure as PlatformError };
  }
}

function aliasOf(index: number): string {
  return `run${index}`;
}
