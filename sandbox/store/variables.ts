import { randomUUID } from 'node:crypto';
import type { Database } from './database';
import { flag, identifier, plain, Table } from './table';

export type VariableScope = 'GLOBAL' | 'PROJECT' | 'PIPELINE' | 'JOB' | 'APP';

export interface EnvironmentVariable {
  id: string;
  scope: VariableScope;
  /** What it belongs to; null for the scope GLOBAL. */
  entityId: string | null;
  name: string;
  value: string | null;
  description: string | null;
  isPassword: boolean;
}

type NewVariable = Partial<EnvironmentVariable> & { name: string };

export class VariableStore extends Table<EnvironmentVariable> {
  constructor(database: Database) {
    super(database, 'environment_variable', {
      id: identifier,
      scope: plain,
      entityId: {
        write: (id) => (typeof id === 'string' ? id.toLowerCase() : ''),
        read: (id) => (id === '' ? null : id),
      },
      name: plain,
      value: plain,
      description: plain,
      isPassword: flag,
    });
  }

  add(variable: NewVariable): EnvironmentVariable {
    const { name, scope = 'GLOBAL', entityId = null, value = null, description = null } = variable;
    const { id = randomUUID(), isPassword = false } = variable;
    return this.insert({ id, scope, entityId, name, value, description, isPassword });
  }

  /** The variables of one thing, by name. */
  of(scope: VariableScope, entityId: string | null): EnvironmentVariable[] {
    return this.all(
      'WHERE scope = ? AND entity_id = ? ORDER BY name',
      scope,
      entityId?.toLowerCase() ?? '',
    );
  }
}
