import type { Database } from './database';
import { Table } from './table';

export type VariableScope = 'GLOBAL' | 'PROJECT' | 'PIPELINE' | 'JOB' | 'APP';

export interface EnvironmentVariable {
  id: string;
  scope: VariableScope;
  /** ID of the project, pipeline, job or app with the variable; null for the scope GLOBAL. */
  entityId: string | null;
  name: string;
  value: string | null;
  description: string | null;
  isPassword: boolean;
}

export type VariableOwner = [scope: VariableScope, entityId: string | null];

type Optional = 'scope' | 'entityId' | 'value' | 'description' | 'isPassword';

export class VariableStore extends Table<EnvironmentVariable, Optional> {
  constructor(database: Database) {
    super(database, 'variable', {
      noun: 'Environment variable',
      owner: 'entityId',
      defaults: {
        scope: 'GLOBAL',
        entityId: null,
        value: null,
        description: null,
        isPassword: false,
      },
    });
  }

  /** Lists the variables of one owner, sorted by name. */
  of(scope: VariableScope, entityId: string | null): EnvironmentVariable[] {
    return this.where(
      `owner IS ? AND data ->> 'scope' = ? ORDER BY data ->> 'name'`,
      entityId?.toLowerCase() ?? null,
      scope,
    );
  }

  /** Lists the variables of several owners. If several have the same name, it returns the variable of the first owner. */
  listEffective(owners: VariableOwner[]): EnvironmentVariable[] {
    const names = new Set<string>();
    return owners
      .flatMap(([scope, entityId]) => this.of(scope, entityId))
      .filter(({ name }) => names.size < names.add(name).size);
  }
}
