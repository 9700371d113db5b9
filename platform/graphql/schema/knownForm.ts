import { GraphqlResponseError } from '../../errors/errors';
import { copyOf, isSchemaMismatch, isValidationError, learnFrom } from './differences';
import { liveSchema, type LiveSchema } from './introspection';
import type { GraphqlModuleName } from '../send/endpoint';
import { knownTypes } from './knownTypes';
import { markNotIntrospected } from './rootFields';
import type { SchemaSource } from './schemaSource';
import { introspectionOf, type IntrospectedSchema } from './introspectedTypes';

/**
 * What stands for the schema of a platform that does not return it: the newest form that is known of such platforms, less
 * what this one has refused since.
 */
export class KnownForm implements SchemaSource {
  live: LiveSchema;

  static async of(module: GraphqlModuleName): Promise<KnownForm> {
    return new KnownForm(copyOf(await knownTypes(module)));
  }

  private constructor(private readonly form: IntrospectedSchema) {
    this.live = this.read();
  }

  async complete(): Promise<boolean> {
    return false;
  }

  /** @returns whether the form is another one now, so that a document may fit that is written by it */
  learn(refusal: GraphqlResponseError): boolean {
    if (!learnFrom(this.form, refusal.errors)) return false;
    this.live = this.read();
    return true;
  }

  private read(): LiveSchema {
    const live = liveSchema(introspectionOf(this.form).introspection);
    markNotIntrospected(live.schema);
    return live;
  }
}

/** Whether a platform turned a document down because it does not fit its schema. */
export function isSchemaRefusal(error: unknown): error is GraphqlResponseError {
  return (
    error instanceof GraphqlResponseError &&
    error.refusedBeforeExecution &&
    !error.transient &&
    error.errors.some(isSchemaMismatch)
  );
}

/**
 * Whether that also proves that nothing of the document was carried out: a response to what was begun has `data`, be it null,
 * and no status that says that the request was a bad one.
 */
export function provesNotExecuted(refusal: GraphqlResponseError): boolean {
  const { status = 200, data, errors } = refusal;
  const isBadRequest = status >= 400 && status < 500;
  return (
    refusal.refusedBeforeExecution &&
    status < 500 &&
    (data === undefined || isBadRequest) &&
    errors.every(isValidationError)
  );
}
