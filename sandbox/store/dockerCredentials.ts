import { randomUUID } from 'node:crypto';
import type { Database, Row } from './database';

export interface DockerCredentials {
  id: string;
  projectId: string;
  registry: string | null;
  username: string;
  password: string;
  /** Epoch milliseconds. */
  updatedAt: number;
}

export class DockerCredentialsStore {
  constructor(private readonly database: Database) {}

  add(credentials: Omit<DockerCredentials, 'id'> & { id?: string }): DockerCredentials {
    const row = { ...credentials, id: credentials.id ?? randomUUID() };
    this.database.insert('docker_credentials', {
      id: row.id,
      project_id: row.projectId.toLowerCase(),
      registry: row.registry,
      username: row.username,
      password: row.password,
      updated_at: row.updatedAt,
    });
    return row;
  }

  find(id: string): DockerCredentials | undefined {
    const row = this.database.one(
      'SELECT * FROM docker_credentials WHERE id = ?',
      id.toLowerCase(),
    );
    return row && fromRow(row);
  }

  of(projectId: string): DockerCredentials[] {
    return this.database
      .all(
        'SELECT * FROM docker_credentials WHERE project_id = ? ORDER BY rowid',
        projectId.toLowerCase(),
      )
      .map(fromRow);
  }

  replace(credentials: DockerCredentials): DockerCredentials {
    this.database.update('docker_credentials', credentials.id, {
      registry: credentials.registry,
      username: credentials.username,
      password: credentials.password,
      updated_at: credentials.updatedAt,
    });
    return credentials;
  }

  delete(id: string): boolean {
    return this.database.delete('docker_credentials', id);
  }
}

function fromRow(row: Row): DockerCredentials {
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    registry: row.registry === null ? null : String(row.registry),
    username: String(row.username),
    password: String(row.password),
    updatedAt: Number(row.updated_at),
  };
}
