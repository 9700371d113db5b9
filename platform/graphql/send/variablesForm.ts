import { Cache } from '../../time/cache';
import { unlessCancelled } from '../../time/cancel';
import { GraphqlResponseError, NotDoneError, PlatformError } from '../../errors/errors';
import type { Safety } from '../../http/retry';
import type { GraphqlData, GraphqlRequest } from './request';

type Form = 'object' | 'jsonString';

/** Sends a request's body, again if `safety` allows it; `previous` is how the same request failed in another form. */
type Send = (
  body: string,
  safety: Safety,
  signal: AbortSignal | undefined,
  previous?: PlatformError,
) => Promise<GraphqlData>;

/**
 * Asks nothing of the platform's own schema: `__typename` and `@include` belong to every GraphQL server,
 * also where introspection is off. It fails if the server cannot read the variables.
 */
const HARMLESS_QUERY: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

/**
 * How a platform wants `variables`: as an object, which GraphQL servers commonly take, or as the JSON-encoded string of
 * the documented examples (interface, section 4.2). A harmless query finds out: before the first mutation, since nothing
 * proves that one which failed did nothing; for a query, once it was refused. What was found out is asked anew after a
 * request in that form was refused.
 */
export class VariablesForm {
  private static readonly byEndpoint = new Cache<string, VariablesForm>({ size: 100 });
  private form: Form = 'object';
  private isKnown = false;
  private finding: Promise<void> | undefined;

  /** What is known of an endpoint, shared by all who use it. */
  static of(url: URL): VariablesForm {
    return VariablesForm.byEndpoint.getOrSet(url.href, () => new VariablesForm());
  }

  /**
   * Sends a request with variables, in the other form as well if it is a query and the first one is not read.
   * @throws what sending it throws; for a mutation also what kept the form from being found out: nothing was sent then
   */
  async send(
    request: GraphqlRequest,
    safety: Safety,
    signal: AbortSignal | undefined,
    send: Send,
  ): Promise<GraphqlData> {
    if (safety === 'once') await this.know(signal, send);
    const form = this.form;
    try {
      const data = await send(written(request, form), safety, signal);
      if (form === this.form) this.isKnown = true;
      return data;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.isKnown = false;
      if (safety === 'once') throw error;
      // What the user sees is the error of the request itself.
      await this.find(send, signal).catch(() => undefined);
      if (form === this.form) throw error;
      return await send(written(request, this.form), safety, signal, error);
    }
  }

  /** Finds out which form is read, if that is not known. @throws as `find` */
  async know(signal: AbortSignal | undefined, send: Send): Promise<void> {
    if (!this.isKnown) await this.find(send, signal);
  }

  /** Finds out which form is read, once for all who wait. @throws CancelledError; as `isRead` */
  private async find(send: Send, signal: AbortSignal | undefined): Promise<void> {
    this.finding ??= this.tryBoth(send).finally(() => {
      this.finding = undefined;
    });
    await unlessCancelled(this.finding, signal);
  }

  private async tryBoth(send: Send): Promise<void> {
    const isObjectRead = await isRead('object', send);
    const isStringRead = !isObjectRead && (await isRead('jsonString', send));
    // If neither is read, the query itself is refused, and the common form is as good as any.
    this.form = isStringRead ? 'jsonString' : 'object';
    this.isKnown = true;
  }
}

/** @throws if the response does not say, as when it was lost or came from something in between */
async function isRead(form: Form, send: Send): Promise<boolean> {
  try {
    // Without a signal: others wait for the response as well.
    await send(written(HARMLESS_QUERY, form), 'repeatable', undefined);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    // What came beside errors came of a query that was read.
    if (error instanceof GraphqlResponseError && error.data) return true;
    throw error instanceof PlatformError ? error.copyForNextRequest() : error;
  }
}

/** Whether a platform itself turned a request down: then it may be for the form of the variables. */
function isRefusal(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error.reach !== 'answered') return false;
  if (error instanceof GraphqlResponseError && error.data) return false;
  // It was read.
  if (error instanceof NotDoneError) return false;
  return !error.transient || error.status === 500;
}

function written(request: GraphqlRequest, form: Form): string {
  return JSON.stringify(
    form === 'object' ? request : { ...request, variables: JSON.stringify(request.variables) },
  );
}
