import { randomUUID } from 'node:crypto';
import type { Database } from './database';

export interface Move {
  /** The ID in the target project. */
  id: string;
  fromProjectId: string;
  /** The target. */
  projectId: string;
  /** Epoch milliseconds. */
  at: number;
}

/** How long the old ID is still known, and where it went. */
const LEAVING_MS = 2_000;

/** What refers to what is moved, by its table. */
const REFERENCES = {
  job: ['run.job_id', 'version.owner_id', 'environment_variable.entity_id'],
  pipeline: ['pipeline_run.pipeline_id', 'version.owner_id', 'environment_variable.entity_id'],
  volume: [],
} as const;

export type Movable = keyof typeof REFERENCES;

/** Jobs, pipelines and volumes that went to another project, where each has another ID. */
export class Moves {
  private readonly moves = new Map<string, Move>();

  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
  ) {}

  add(
    table: Movable,
    { id: oldId, projectId: fromProjectId }: { id: string; projectId: string },
    projectId: string,
  ): Move {
    const id = randomUUID();
    this.database.together(() => {
      this.database.change('PRAGMA defer_foreign_keys = ON');
      this.database.change(
        `UPDATE ${table} SET id = ?, project_id = ? WHERE id = ?`,
        id,
        projectId.toLowerCase(),
        oldId,
      );
      for (const reference of REFERENCES[table]) {
        const [other, column] = reference.split('.');
        this.database.change(`UPDATE ${other} SET ${column} = ? WHERE ${column} = ?`, id, oldId);
      }
    });
    const move = { id, fromProjectId, projectId, at: this.clock() };
    this.moves.set(oldId, move);
    return move;
  }

  /** Where the thing with this old ID is going; undefined once that is over. */
  of(oldId: string): Move | undefined {
    const move = this.moves.get(oldId.toLowerCase());
    return move && this.clock() < move.at + LEAVING_MS ? move : undefined;
  }
}
