import { randomUUID } from 'node:crypto';
import { type Database, type Row, textOrNull } from './database';

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

type VolumeChanges = Partial<Pick<Volume, 'name' | 'size' | 'description'>>;

export class VolumeStore {
  constructor(private readonly database: Database) {}

  add({ originalVolumeId = null, ...volume }: NewVolume): Volume {
    const row = { ...volume, originalVolumeId, id: volume.id ?? randomUUID() };
    this.database.insert('volume', {
      id: row.id,
      project_id: row.projectId.toLowerCase(),
      name: row.name,
      size: row.size,
      description: row.description,
      creator: row.creator,
      created_at: row.createdAt,
      original_volume_id: row.originalVolumeId,
    });
    return row;
  }

  edit(id: string, changes: VolumeChanges): Volume | undefined {
    const before = this.find(id);
    if (!before) return undefined;
    const after = { ...before, ...changes };
    const { name, size, description } = after;
    this.database.update('volume', id, { name, size, description });
    return after;
  }

  find(id: string): Volume | undefined {
    const row = this.database.one('SELECT * FROM volume WHERE id = ?', id.toLowerCase());
    return row && fromRow(row);
  }

  of(projectId: string): Volume[] {
    return this.database
      .all('SELECT * FROM volume WHERE project_id = ? ORDER BY rowid', projectId.toLowerCase())
      .map(fromRow);
  }

  delete(id: string): boolean {
    return this.database.delete('volume', id);
  }
}

function fromRow(row: Row): Volume {
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    name: String(row.name),
    size: String(row.size),
    description: row.description === null ? null : String(row.description),
    creator: String(row.creator),
    createdAt: Number(row.created_at),
    originalVolumeId: textOrNull(row.original_volume_id),
  };
}
