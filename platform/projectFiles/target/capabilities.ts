import type { GraphQLNamedInputType, GraphQLSchema } from 'graphql';
import { listPath } from '../../graphql/schema/listPath';
import { sourceOf } from '../../resources/environmentVariable/variable';
import { PART_OF, type EntityKind } from '../tree';
import { SCOPES, type OwnerKind } from './readVariables';
import { findField, findInput, typeAt } from './schemaFields';

/** What must be known of a platform before requests can be written. Everything else the written requests show. */
export class Capabilities {
  constructor(private readonly schema: GraphQLSchema) {}

  lists(kind: EntityKind): boolean {
    return findField(this.schema, listPath(this.schema, PART_OF[kind])) !== undefined;
  }

  hasVariablesOf(owner: OwnerKind): boolean {
    return findField(this.schema, [sourceOf(SCOPES[owner]).query]) !== undefined;
  }

  hasMutation(name: string): boolean {
    return this.schema.getMutationType()?.getFields()[name] !== undefined;
  }

  /** Whether a new version of a job can keep the package of the one before. */
  get canKeepPackages(): boolean {
    const input = findInput(this.schema, 'addJobVersion', 'jobVersion');
    return input !== undefined && typeAt(input, ['usePreviousArtifact']) !== undefined;
  }

  /** Returns the type of a project setting; undefined if it cannot be read or set. @param inside a path within it */
  typeOfProjectSetting(
    { read, name }: { read: readonly string[]; name: string },
    inside: readonly string[] = [],
  ): GraphQLNamedInputType | undefined {
    const input = findField(this.schema, read) && findInput(this.schema, 'editProject', 'project');
    return input && typeAt(input, [name, ...inside]);
  }
}
