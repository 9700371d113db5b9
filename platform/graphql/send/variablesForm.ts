import { Cache } from '../../time/cache';
import { unlessCancelled } from '../../time/cancel';
import { GraphqlResponseError, NotDoneError, PlatformError } from '../../errors/errors';
import { Sending } from '../../http/sending';
import type { GraphqlData, GraphqlRequest } from './request';

type Form = 'object' | 'jsonString';

/** Sends a request's body, again if `sending` allows it. */
type Send = (
  body: string,
  sending: Sending,
  signal: AbortSignal | undefined,
) => Promise<GraphqlData>;

/**
 * Asks nothing of the platform's own schema: `__typename` and `@include` belong to every GraphQL server,
 * also where introspection is off. It fails if the server cannot read the variables.
 */
const HARMLESS_QUERY: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

/** How each endpoint reads variables, as far as that was found out. */
const forms = new Cache<string, Promise<Form>>({ size: 100 });

/**
 * Sends a request with variables: as an object, which GraphQL servers commonly take, or as the JSON-encoded string of the
 * documented examples (interface, section 4.2). A harmless query finds out: before the first mutation, since nothing proves
 * that one which failed did nothing; for a query, once it was refused.
 * @throws what sending it throws; for a mutation also what kept the form from being found out: nothing was sent then
 */
export async function sendWithVariables(
  { href }: URL,
  request: GraphqlRequest,
  sending: Sending,
  signal: AbortSignal | undefined,
  send: Send,
): Promise<GraphqlData> {
  const isOnce = sending.repetition === 'once';
  const known = isOnce ? findForm(href, send) : forms.get(href);
  const form = known ? await unlessCancelled(known, signal) : 'object';
  try {
    const data = await send(written(request, form), sending, signal);
    if (!known) forms.set(href, Promise.resolve(form));
    return data;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (known) forms.forget(href, known);
    if (isOnce) throw error;
    // What the user sees is the error of the request itself.
    const read = await unlessCancelled(findForm(href, send), signal).catch(() => form);
    if (read === form || !sending.repeatAfter(error.attemptEffect)) throw error;
    return await send(written(request, read), sending, signal);
  }
}

/** Finds out which form is read, once for all who wait. @throws as `isRead` */
function findForm(href: string, send: Send): Promise<Form> {
  return forms.getOrSet(href, () => {
    const finding = tryBoth(send);
    finding.catch(() => forms.forget(href, finding));
    return finding;
  });
}

async function tryBoth(send: Send): Promise<Form> {
  if (await isRead('object', send)) return 'object';
  // If neither is read, the query itself is refused, and the common form is as good as any.
  return (await isRead('jsonString', send)) ? 'jsonString' : 'object';
}

/** @throws if the response does not say, as when it was lost or came from something in between */
async function isRead(form: Form, send: Send): Promise<boolean> {
  try {
    // Without a signal: others wait for the response as well.
    await send(written(HARMLESS_QUERY, form), new Sending('read'), undefined);
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
