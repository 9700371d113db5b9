import { randomUUID } from 'node:crypto';
import type { Database, Row } from './database';

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

export class VariableStore {
  constructor(private readonly database: Database) {}

  add(variable: NewVariable): EnvironmentVariable {
    const row: EnvironmentVariable = {
      id: (variable.id ?? randomUUID()).toLowerCase(),
      scope: variable.scope ?? 'GLOBAL',
      entityId: variable.entityId?.toLowerCase() ?? null,
      name: variable.name,
      value: variable.value ?? null,
      description: variable.description ?? null,
      isPassword: variable.isPassword ?? false,
    };
    this.database.insert('environment_variable', toRow(row));
    return row;
  }

  find(id: string): EnvironmentVariable | undefined {
    const row = this.database.one(
      'SELECT * FROM environment_variable WHERE id = ?',
      id.toLowerCase(),
    );
    return row && fromRow(row);
  }

  /** The variables of one thing, by name. */
  of(scope: VariableScope, entityId: string | null): EnvironmentVariable[] {
    return this.database
      .all(
        'SELECT * FROM environment_variable WHERE scope = ? AND entity_id = ? ORDER BY name',
        scope,
        entityId?.toLowerCase() ?? '',
      )
      .map(fromRow);
  }

  replace(variable: EnvironmentVariable): void {
    this.database.update('environment_variable', variable.id, toRow(variable));
  }

  delete(id: string): boolean {
    return this.database.delete('environment_variable', id);
  }
}

function toRow(variable: EnvironmentVariable): Row {
  return {
    id: variable.id,
    scope: variable.scope,
    entity_id: variable.entityId ?? '',
    name: variable.name,
    value: variable.value,
    description: variable.description,
    is_password: variable.isPassword ? 1 : 0,
  };
}

function fromRow(row: Row): EnvironmentVariable {
  return {
    id: String(row.id),
    scope: String(row.scope) as VariableScope,
    entityId: row.entity_id === '' ? null : String(row.entity_id),
    name: String(row.name),
    value: row.value === null ? null : String(row.value),
    description: row.description === null ? null : String(row.description),
    isPassword: row.is_password === 1,
  };
}
