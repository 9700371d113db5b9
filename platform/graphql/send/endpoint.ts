import {
  CancelledError,
  GraphqlResponseError,
  OutcomeUnknownError,
  PlatformError,
  wasAnswered,
  type GraphqlErrorEntry,
} from '../../common/errors/errors';
import { exchangeText } from '../../http/exchange';
import type { HttpRequest } from '../../http/request';
import { withRetries } from '../../http/retry';
import { Sending, type Repetition } from '../../http/sending';
import { sendAuthorized } from '../../session/authorized';
import { explainRefusal } from '../../session/refusal';
import type { Session } from '../../session/session';
import type { TlsOptions } from '../../http/tls/options';
import { isCarriedOut, readGraphqlResponse } from './response';
import { combinedError } from './responseErrors';
import {
  requireRequestedFields,
  buildFilesBody,
  type GraphqlData,
  type GraphqlRequest,
} from './request';
import { findUsualRight } from './usualRight';
import {
  writeBodyWithVariables,
  forgetVariablesFormatAfter,
  findVariablesFormat,
  type VariablesFormat,
} from './variablesFormat';

export interface CallOptions {
  signal?: AbortSignal;
  /** If set, data in a response with errors is returned, and the errors are passed to this function. */
  onPartialData?: (error: GraphqlResponseError) => void;
  /** Called with the fields whose numbers became text because JavaScript would change their digits. */
  onNumbersAsText?: (fields: string[]) => void;
  /** Called with the errors below the root field of a mutation that was carried out. Its data is returned. */
  onMutationErrors?: (error: GraphqlResponseError) => void;
  /** Called before each attempt. The attempt may still fail before the request is sent. */
  onAttempt?: (isChange: boolean) => void;
  /** Called when a response shows that a change was made, even if the response has errors. */
  onMade?: () => void;
  /** Values that no error shows, even if the platform repeats them. */
  secrets?: readonly string[];
  /** Contains the earlier sends of the same change, and counts the next ones. */
  sending?: Sending;
  /** Maximum number of throttled sends, for a request that can be split. */
  maxThrottled?: number;
  /** True if a request in flight is finished even after the signal fires. No further request is sent. */
  isFinishedDespiteCancel?: boolean;
  /** Throws if the data shows that nothing was done. This attempt then fails. Earlier attempts may still have had an effect. */
  requireDone?: (data: GraphqlData) => void;
}

/** One GraphQL module of the platform (interface, sections 4.2 and 4.3). */
export class GraphqlEndpoint {
  /** Identifies the address and the login. */
  readonly key: string;

  constructor(
    readonly url: URL,
    private readonly tls: TlsOptions,
    private readonly session: Session,
  ) {
    this.key = `${session.key} ${url.href}`;
  }

  /** The page for trying queries in the browser (interface, section 4.4). */
  get explorerUrl(): string {
    return new URL('graphiql', this.url).href;
  }

  get login(): string {
    return this.session.login;
  }

  async query(request: GraphqlRequest, options: CallOptions = {}): Promise<GraphqlData> {
    try {
      return await this.send(new Sending('read', options.maxThrottled), request, options);
    } catch (error) {
      return acceptPartialData(error, options.onPartialData);
    }
  }

  /**
   * Sends a mutation. Repeats it only after an attempt that certainly had no effect.
   * @throws OutcomeUnknownError if the mutation failed, but may have been carried out
   */
  async mutate(request: GraphqlRequest, options: CallOptions = {}): Promise<GraphqlData> {
    try {
      return await this.change('once', request, options);
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      throw error.effectOfLastSend === 'none' ? error : new OutcomeUnknownError(error);
    }
  }

  /** Sends a mutation that changes nothing more if it is repeated, such as a delete by ID. Repeats it if the response was lost. */
  async mutateIdempotent(request: GraphqlRequest, options: CallOptions = {}): Promise<GraphqlData> {
    try {
      return await this.change('idempotent', request, options);
    } catch (error) {
      const isMade = error instanceof PlatformError && error.effectOfLastSend === 'made';
      throw isMade ? new OutcomeUnknownError(error) : error;
    }
  }

  explainRefusal(error: PlatformError, request: GraphqlRequest): void {
    explainRefusal(error, this.session.login, () => findUsualRight(request));
  }

  private async change(
    repetition: Repetition,
    request: GraphqlRequest,
    options: CallOptions,
  ): Promise<GraphqlData> {
    const sending = options.sending ?? new Sending(repetition, options.maxThrottled);
    let errorsBelow: readonly GraphqlErrorEntry[] = [];
    try {
      const data = await this.send(sending, request, options).catch((error: unknown) => {
        if (!isCarriedOut(error)) throw error;
        errorsBelow = error.errors;
        return error.data;
      });
      requireRequestedFields(request, this.url, data);
      options.onMade?.();
      if (errorsBelow.length > 0) {
        const report = options.onMutationErrors ?? options.onPartialData;
        report?.(
          combinedError('The platform did this, but reported errors', errorsBelow, data, {}),
        );
      }
      return data;
    } catch (error) {
      if (error instanceof PlatformError) {
        sending.addCounts(error);
        if (error.effectOfLastSend === 'made') options.onMade?.();
      }
      return acceptPartialData(error, options.onPartialData);
    }
  }

  private async send(
    sending: Sending,
    request: GraphqlRequest,
    options: CallOptions,
  ): Promise<GraphqlData> {
    const { signal } = options;
    const format = needsFormat(request) ? await this.getVariablesFormat(options) : undefined;
    try {
      return await withRetries(sending, signal, async () => {
        options.onAttempt?.(sending.repetition !== 'read');
        return await this.exchange(writeBody(request, format), sending, options);
      });
    } catch (error) {
      if (format) forgetVariablesFormatAfter(this.url, error);
      if (wasAnswered(error)) this.explainRefusal(error, request);
      throw error;
    }
  }

  /** Finds the format of variables. Its query does not use the signal of one caller, because other callers also wait for the result. */
  private async getVariablesFormat({ signal, secrets }: CallOptions): Promise<VariablesFormat> {
    return await findVariablesFormat(this.url, signal, async (body, abandoned) => {
      await withRetries('read', abandoned, async (sending) => {
        await this.exchange(wrapJson(body), sending, { signal: abandoned, secrets });
      });
    });
  }

  private async exchange(
    { contentType, body, headers }: GraphqlBody,
    sending: Sending,
    { signal, isFinishedDespiteCancel, requireDone, onNumbersAsText, secrets = [] }: CallOptions,
  ): Promise<GraphqlData> {
    const result = await sendAuthorized(
      this.session,
      {
        method: 'POST',
        url: this.url,
        headers: { 'content-type': contentType, accept: 'application/json', ...headers },
        body,
        tls: this.tls,
        signal,
        isFinishedDespiteCancel,
        sending,
      },
      exchangeText,
    );
    const { token, isSessionRenewed } = result;
    const hidden = [token, ...this.session.secrets, ...secrets];
    try {
      const data = readGraphqlResponse(this.url, result, hidden, onNumbersAsText);
      requireDone?.(data);
      return data;
    } catch (error) {
      if (isSessionRenewed && error instanceof PlatformError) {
        error.hint =
          `The session may have ended. The next request logs in again. ${error.hint}`.trim();
      }
      throw error;
    }
  }
}

interface GraphqlBody {
  contentType: string;
  headers?: Record<string, string>;
  body: HttpRequest['body'];
}

/** Writes the body for one attempt. Files are opened again for each body. */
function writeBody(request: GraphqlRequest, format: VariablesFormat | undefined): GraphqlBody {
  if (request.files?.length) return buildFilesBody(request);
  const { query, variables, operationName } = request;
  return wrapJson(
    format
      ? writeBodyWithVariables({ query, variables, operationName }, format)
      : JSON.stringify({ query, operationName }),
  );
}

/** Returns false for a request with files: in a multipart request, variables are always an object, so their format is known. */
function needsFormat({ variables = {}, files = [] }: GraphqlRequest): boolean {
  return files.length === 0 && Object.keys(variables).length > 0;
}

function wrapJson(body: string): GraphqlBody {
  return { contentType: 'application/json', body };
}

/** Returns the data if the caller accepts data with errors. Otherwise, throws the error. */
function acceptPartialData(
  error: unknown,
  onPartialData: CallOptions['onPartialData'],
): GraphqlData {
  if (!onPartialData || !(error instanceof GraphqlResponseError) || !error.data) throw error;
  onPartialData(error);
  return error.data;
}
