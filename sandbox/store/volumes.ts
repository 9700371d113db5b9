import type { Database } from './database';
import { Table } from './table';

export interface Volume {
  id: string;
  projectId: string;
  name: string;
  /** As '512 MB'. */
  size: string;
  description: string | null;
  creator: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** What it is a copy of. */
  originalVolumeId: string | null;
}

type NewVolume = Omit<Volume, 'id' | 'originalVolumeId'> &
  Partial<Pick<Volume, 'id' | 'originalVolumeId'>>;

export class VolumeStore extends Table<Volume> {
  constructor(database: Database) {
    super(database, 'volume', 'projectId');
  }

  add(volume: NewVolume): Volume {
    return this.insert({ originalVolumeId: null, ...volume });
  }

  of(projectId: string): Volume[] {
    return this.list(projectId);
  }
}

export interface DockerCredentials {
  id: string;
  projectId: string;
  registry: string | null;
  username: string;
  password: string;
  /** Epoch milliseconds. */
  updatedAt: number;
}

export class DockerCredentialsStore extends Table<DockerCredentials> {
  constructor(database: Database) {
    super(database, 'dockerCredentials', 'projectId');
  }

  add(credentials: Omit<DockerCredentials, 'id'> & { id?: string }): DockerCredentials {
    return this.insert(credentials);
  }

  of(projectId: string): DockerCredentials[] {
    return this.list(projectId);
  }
}
