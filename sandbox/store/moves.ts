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

/** Jobs, pipelines and volumes that went to another project, where each has another ID. */
export class Moves {
  private readonly moves = new Map<string, Move>();

  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
  ) {}

  add(
    { id: oldId, projectId: fromProjectId }: { id: string; projectId: string },
    projectId: string,
  ): Move {
    const id = randomUUID();
    // The entities that belong to it follow.
    const sql = 'UPDATE thing SET id = ?, owner = ? WHERE id = ?';
    this.database.change(sql, id, projectId.toLowerCase(), oldId);
    const move = { id, fromProjectId, projectId, at: this.clock() };
    this.moves.set(oldId, move);
    return move;
  }

  /** The move of the entity with this old ID; undefined once it is over. */
  of(oldId: string): Move | undefined {
    const move = this.moves.get(oldId.toLowerCase());
    return move && this.clock() < move.at + LEAVING_MS ? move : undefined;
  }
}
