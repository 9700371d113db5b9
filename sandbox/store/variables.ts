import type { Database } from './database';
import { Table } from './table';

export type VariableScope = 'GLOBAL' | 'PROJECT' | 'PIPELINE' | 'JOB' | 'APP';

export interface EnvironmentVariable {
  id: string;
  scope: VariableScope;
  /** ID of the entity that it belongs to; null for the scope GLOBAL. */
  entityId: string | null;
  name: string;
  value: string | null;
  description: string | null;
  isPassword: boolean;
}

export type Place = [scope: VariableScope, entityId: string | null];

type Usual = 'scope' | 'entityId' | 'value' | 'description' | 'isPassword';

export class VariableStore extends Table<EnvironmentVariable, Usual> {
  constructor(database: Database) {
    super(database, 'variable', {
      noun: 'Environment variable',
      owner: 'entityId',
      usual: {
        scope: 'GLOBAL',
        entityId: null,
        value: null,
        description: null,
        isPassword: false,
      },
    });
  }

  /** Sorted by name. */
  of(scope: VariableScope, entityId: string | null): EnvironmentVariable[] {
    return this.where(
      `owner IS ? AND data ->> 'scope' = ? ORDER BY data ->> 'name'`,
      entityId?.toLowerCase() ?? null,
      scope,
    );
  }

  /** The first place that has a name overrides the others. */
  inForce(places: Place[]): EnvironmentVariable[] {
    const names = new Set<string>();
    return places
      .flatMap(([scope, entityId]) => this.of(scope, entityId))
      .filter(({ name }) => names.size < names.add(name).size);
  }
}
