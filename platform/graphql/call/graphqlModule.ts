import { schemaText } from '../schema/introspection';
import { findRootField, listRootFields, rootFieldValue } from '../schema/rootFields';
import { wholeSchema, type SchemaOptions } from '../schema/schemaStore';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { prepareChosenRootField, type ChosenCall } from './callRootField';
import { describeArguments } from './describe';
import { sendUserQuery, validateUserQuery, type UserQuery } from './userQuery';

/** Any query and mutation of a module, the undocumented ones too. Each method is described at the function that it calls. */
export class GraphqlModule {
  readonly schemaText = schemaText;
  readonly listRootFields = listRootFields;
  readonly findRootField = findRootField;
  readonly rootFieldValue = rootFieldValue;
  readonly describeArguments = describeArguments;

  constructor(private readonly endpoint: GraphqlEndpoint) {}

  get explorerUrl() {
    return this.endpoint.explorerUrl;
  }

  async wholeSchema(options?: SchemaOptions) {
    return await wholeSchema(this.endpoint, options);
  }

  async prepareChosenRootField(rootField: unknown, call: ChosenCall, options?: CallOptions) {
    return await prepareChosenRootField(this.endpoint, rootField, call, options);
  }

  async validateUserQuery(query: string, options?: CallOptions) {
    await validateUserQuery(this.endpoint, query, options);
  }

  async sendUserQuery(query: UserQuery, options?: CallOptions) {
    return await sendUserQuery(this.endpoint, query, options);
  }
}
