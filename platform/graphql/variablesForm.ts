import { GraphqlAnswerError, HttpStatusError } from '../errors';
import type { GraphqlData } from './answer';
import type { GraphqlRequest } from './request';

type Form = 'object' | 'jsonString';
type Send = (body: string) => Promise<GraphqlData>;

/**
 * Asks nothing of the platform's own schema: `__typename` and `@include` belong to every GraphQL server,
 * also where introspection is off. It fails where the server cannot read the variables.
 */
const PROBE: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

const MAX_ENDPOINTS = 100;

/**
 * How a platform wants `variables`: as an object, which GraphQL servers commonly take, or as the
 * JSON-encoded string of the documented examples (interface, section 4.2).
 * The object is tried first. When it is refused, a harmless query finds out whether only the string is
 * read; only then is the request sent again.
 */
export class VariablesForm {
  private static readonly byEndpoint = new Map<string, VariablesForm>();
  private form: Form = 'object';
  private settled = false;
  private probing: Promise<void> | undefined;

  /** What is known of an endpoint, shared by all who use it. */
  static of(url: URL): VariablesForm {
    const known = VariablesForm.byEndpoint.get(url.href);
    if (known) return known;
    if (VariablesForm.byEndpoint.size >= MAX_ENDPOINTS) VariablesForm.byEndpoint.clear();
    const form = new VariablesForm();
    VariablesForm.byEndpoint.set(url.href, form);
    return form;
  }

  async send(request: GraphqlRequest, send: Send): Promise<GraphqlData> {
    if (!request.variables || Object.keys(request.variables).length === 0) {
      return await send(JSON.stringify({ ...request, variables: undefined }));
    }
    const used = this.form;
    try {
      const data = await send(bodyOf(request, used));
      this.settled = true;
      return data;
    } catch (error) {
      if (used === 'jsonString' || this.settled || !mayBeTheForm(error)) throw error;
      await this.probe(send);
      // Only a platform that cannot read the object at all can not have carried the request out.
      if (this.form === 'object') throw error;
      return await send(bodyOf(request, this.form));
    }
  }

  /** Finds out which form is read, once for all items that wait for it. */
  private async probe(send: Send): Promise<void> {
    this.probing ??= this.tryBothForms(send).finally(() => {
      this.probing = undefined;
    });
    await this.probing;
  }

  private async tryBothForms(send: Send): Promise<void> {
    for (const form of ['object', 'jsonString'] as const) {
      try {
        await send(bodyOf(PROBE, form));
        this.form = form;
        this.settled = true;
        return;
      } catch {
        // A refusal is the answer to the question; what the user sees is the error of the request itself.
      }
    }
  }
}

function bodyOf(request: GraphqlRequest, form: Form): string {
  return JSON.stringify(
    form === 'object' ? request : { ...request, variables: JSON.stringify(request.variables) },
  );
}

const REFUSING_STATUSES = new Set([400, 415, 422, 500]);

function mayBeTheForm(error: unknown): boolean {
  if (error instanceof GraphqlAnswerError) return !error.data;
  return error instanceof HttpStatusError && REFUSING_STATUSES.has(error.status ?? 0);
}
