import {
  CancelledError,
  GraphqlAnswerError,
  OutcomeUnknownError,
  PlatformError,
  UnexpectedAnswerError,
} from '../errors';
import type { Exchange } from '../http/exchange';
import { withRetries, type Safety } from '../http/retry';
import { exchangeAuthorized } from '../session/authorized';
import type { Session } from '../session/session';
import type { TlsSettings } from '../http/dispatcher';
import { readGraphqlAnswer, type GraphqlData } from './answer';
import { filesBody } from './filesBody';
import type { GraphqlRequest } from './request';
import { VariablesForm } from './variablesForm';

export interface CallOptions {
  signal?: AbortSignal;
  /** Where given, data that came beside errors is returned, and the errors are handed over here. */
  onPartialData?: (error: GraphqlAnswerError) => void;
  /** What went wrong below the root of a mutation that was carried out. It is no failure: the data is returned. */
  onMutationErrors?: (error: GraphqlAnswerError) => void;
  /** Values that no error may show, should the platform repeat them. */
  secrets?: readonly string[];
}

/** One GraphQL module of the platform (interface, sections 4.2 and 4.3). */
export class GraphqlEndpoint {
  constructor(
    readonly url: URL,
    private readonly tls: TlsSettings,
    private readonly session: Session,
  ) {}

  /** By how much the platform's clock is ahead of this machine's, in milliseconds, as its last answer told. */
  clockAheadMs = 0;
  private lastDate: string | undefined;

  /** The same for the same address and login. */
  get key(): string {
    return `${this.session.key} ${this.url.href}`;
  }

  /** Sends a read; it is repeated where that may help. */
  async query(request: GraphqlRequest, options: CallOptions = {}): Promise<GraphqlData> {
    return await this.send('repeatable', request, options);
  }

  /**
   * Sends a mutation. It is repeated only where it certainly was not carried out.
   * @throws OutcomeUnknownError where the answer was lost on the way
   */
  async mutate(request: GraphqlRequest, options: CallOptions = {}): Promise<GraphqlData> {
    try {
      return await this.send('once', request, options);
    } catch (error) {
      throw leavesDoubt(error) ? new OutcomeUnknownError(error) : error;
    }
  }

  /** Sends a mutation whose repetition changes nothing more, as deleting by identifier does. */
  async mutateIdempotent(request: GraphqlRequest, options: CallOptions = {}): Promise<GraphqlData> {
    return await this.send('repeatable', request, options);
  }

  private async send(
    safety: Safety,
    request: GraphqlRequest,
    { signal, onPartialData, secrets = [] }: CallOptions,
  ): Promise<GraphqlData> {
    try {
      if (request.files?.length) {
        return await withRetries(safety, signal, () =>
          this.exchange(filesBody(request), signal, secrets),
        );
      }
      const { query, variables, operationName } = request;
      return await VariablesForm.of(this.url).send({ query, variables, operationName }, (body) =>
        withRetries(safety, signal, () =>
          this.exchange({ contentType: 'application/json', body }, signal, secrets),
        ),
      );
    } catch (error) {
      if (!onPartialData || !(error instanceof GraphqlAnswerError) || !error.data) throw error;
      onPartialData(error);
      return error.data;
    }
  }

  private async exchange(
    { contentType, body }: GraphqlBody,
    signal: AbortSignal | undefined,
    secrets: readonly string[],
  ): Promise<GraphqlData> {
    const exchange: Exchange = {
      method: 'POST',
      url: this.url,
      headers: { 'content-type': contentType, accept: 'application/json' },
      body,
      tls: this.tls,
      signal,
    };
    const { answer, token } = await exchangeAuthorized(this.session, exchange);
    this.compareClocks(answer.headers.date);
    return readGraphqlAnswer(this.url, answer, [token, ...secrets]);
  }

  /** The header counts seconds, so many answers carry the same. */
  private compareClocks(date: string | string[] | undefined): void {
    if (typeof date !== 'string' || date === this.lastDate) return;
    this.lastDate = date;
    const platformTime = Date.parse(date);
    if (!Number.isNaN(platformTime)) this.clockAheadMs = platformTime - Date.now();
  }
}

interface GraphqlBody {
  contentType: string;
  body: Exchange['body'];
}

/** A mutation may have been carried out when its answer never came, or came from something in between. */
function leavesDoubt(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error instanceof CancelledError) return false;
  if (error instanceof UnexpectedAnswerError) return true;
  return error.reach === 'unknown' || (error.reach === 'answered' && (error.status ?? 0) >= 500);
}
