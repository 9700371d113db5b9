import { randomUUID } from 'node:crypto';
import type { PipelineGraph } from '../runs/graph';
import { type Alerting, freeAlias } from './jobs';
import { type Database, type Row, textOrNull } from './database';
import type { Page, RunCause } from './runs';

export interface PipelineSettings {
  isScheduled: boolean;
  cronScheduling: string | null;
  scheduleTimezone: string | null;
  alerting: Alerting | null;
  hasExecutionVariablesEnabled: boolean;
}

export const PIPELINE_SETTINGS: PipelineSettings = {
  isScheduled: false,
  cronScheduling: null,
  scheduleTimezone: null,
  alerting: null,
  hasExecutionVariablesEnabled: false,
};

export interface Pipeline {
  id: string;
  projectId: string;
  name: string;
  alias: string;
  description: string | null;
  creator: string;
  /** The current version. */
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  settings: PipelineSettings;
}

export interface PipelineVersionDetails {
  releaseNote: string | null;
  sourceUrl: string | null;
  graph: PipelineGraph;
}

export type NewPipeline = Partial<Omit<Pipeline, 'versionNumber' | 'settings'>> & {
  projectId: string;
  createdAt: number;
  settings?: Partial<PipelineSettings>;
};

export interface PipelineChanges extends Partial<
  Pick<Pipeline, 'name' | 'alias' | 'description' | 'versionNumber'>
> {
  settings?: Partial<PipelineSettings>;
}

/** What is stored of a pipeline's run. Times are epoch milliseconds. */
export interface StoredPipelineRun {
  id: string;
  pipelineId: string;
  /** Counts from 1 within the pipeline. */
  number: number;
  versionNumber: number;
  requestedAt: number;
  stoppedAt: number | null;
  cause: PipelineRunCause;
  /** Login of who started it by hand; null: nobody did. */
  author: string | null;
  /** Login of who stopped it. */
  stopAuthor: string | null;
}

/** What started a pipeline's run. */
type PipelineRunCause = Exclude<RunCause, 'PIPELINE'>;

export type NewPipelineRun = Partial<Pick<StoredPipelineRun, 'requestedAt' | 'cause' | 'author'>>;

export class PipelineStore {
  constructor(private readonly database: Database) {}

  add(pipeline: NewPipeline): Pipeline {
    const name = pipeline.name ?? 'Pipeline';
    const projectId = pipeline.projectId.toLowerCase();
    const row: Pipeline = {
      id: (pipeline.id ?? randomUUID()).toLowerCase(),
      projectId,
      name,
      alias:
        pipeline.alias ??
        freeAlias(name, (alias) => this.findByAlias(projectId, alias) !== undefined),
      description: pipeline.description ?? null,
      creator: pipeline.creator ?? 'sandbox',
      versionNumber: 1,
      createdAt: pipeline.createdAt,
      settings: { ...PIPELINE_SETTINGS, ...pipeline.settings },
    };
    this.database.insert('pipeline', {
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      alias: row.alias,
      description: row.description,
      creator: row.creator,
      version_number: row.versionNumber,
      created_at: row.createdAt,
      settings: JSON.stringify(row.settings),
    });
    return row;
  }

  find(id: string): Pipeline | undefined {
    const row = this.database.one('SELECT * FROM pipeline WHERE id = ?', id.toLowerCase());
    return row && fromRow(row);
  }

  /** Whatever its case. */
  findByAlias(projectId: string, alias: string): Pipeline | undefined {
    const wanted = alias.toLowerCase();
    return this.list(projectId).find((pipeline) => pipeline.alias.toLowerCase() === wanted);
  }

  /** In the order they were made. */
  list(projectId?: string): Pipeline[] {
    return this.database
      .all(
        'SELECT * FROM pipeline WHERE (?1 IS NULL OR project_id = ?1) ORDER BY rowid',
        projectId?.toLowerCase() ?? null,
      )
      .map(fromRow);
  }

  edit(id: string, changes: PipelineChanges): Pipeline | undefined {
    const before = this.find(id);
    if (!before) return undefined;
    const after = { ...before, ...changes, settings: { ...before.settings, ...changes.settings } };
    this.database.update('pipeline', id, {
      name: after.name,
      alias: after.alias,
      description: after.description,
      version_number: after.versionNumber,
      settings: JSON.stringify(after.settings),
    });
    return after;
  }

  delete(id: string): boolean {
    return this.database.delete('pipeline', id);
  }

  addRun(
    pipeline: Pipeline,
    given: NewPipelineRun & Pick<StoredPipelineRun, 'requestedAt'>,
  ): StoredPipelineRun {
    const next = this.database.one(
      'SELECT coalesce(max(number), 0) + 1 AS next FROM pipeline_run WHERE pipeline_id = ?',
      pipeline.id,
    );
    const run: StoredPipelineRun = {
      id: randomUUID(),
      pipelineId: pipeline.id,
      number: Number(next?.next),
      versionNumber: pipeline.versionNumber,
      requestedAt: given.requestedAt,
      stoppedAt: null,
      cause: given.cause ?? 'MANUAL',
      author: given.author ?? null,
      stopAuthor: null,
    };
    this.database.insert('pipeline_run', {
      id: run.id,
      pipeline_id: run.pipelineId,
      number: run.number,
      version_number: run.versionNumber,
      requested_at: run.requestedAt,
      stopped_at: null,
      cause: run.cause,
      author: run.author,
    });
    return run;
  }

  findRun(id: string): StoredPipelineRun | undefined {
    const row = this.database.one('SELECT * FROM pipeline_run WHERE id = ?', id.toLowerCase());
    return row && runFromRow(row);
  }

  /** Newest first. */
  runsOf(pipelineId: string, { limit, skip }: Page = {}): StoredPipelineRun[] {
    return this.database
      .all(
        'SELECT * FROM pipeline_run WHERE pipeline_id = ? ORDER BY number DESC LIMIT ? OFFSET ?',
        pipelineId,
        limit ?? -1,
        skip ?? 0,
      )
      .map(runFromRow);
  }

  countRuns(pipelineId: string): number {
    const row = this.database.one(
      'SELECT count(*) AS runs FROM pipeline_run WHERE pipeline_id = ?',
      pipelineId,
    );
    return Number(row?.runs);
  }

  deleteRun(id: string): boolean {
    return this.database.delete('pipeline_run', id);
  }

  deleteScheduledRuns(pipelineId: string, kept: number): void {
    this.database.change(
      `DELETE FROM pipeline_run WHERE pipeline_id = ?1 AND cause = 'SCHEDULED'
       AND number <= (SELECT max(number) FROM pipeline_run WHERE pipeline_id = ?1) - ?2`,
      pipelineId,
      kept,
    );
  }

  setRunStopped(id: string, at: number, author: string): void {
    this.database.update('pipeline_run', id, { stopped_at: at, stop_author: author });
  }
}

function fromRow(row: Row): Pipeline {
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    name: String(row.name),
    alias: String(row.alias),
    description: row.description === null ? null : String(row.description),
    creator: String(row.creator),
    versionNumber: Number(row.version_number),
    createdAt: Number(row.created_at),
    settings: {
      ...PIPELINE_SETTINGS,
      ...(JSON.parse(String(row.settings)) as Partial<PipelineSettings>),
    },
  };
}

function runFromRow(row: Row): StoredPipelineRun {
  return {
    id: String(row.id),
    pipelineId: String(row.pipeline_id),
    number: Number(row.number),
    versionNumber: Number(row.version_number),
    requestedAt: Number(row.requested_at),
    stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
    cause: String(row.cause) as PipelineRunCause,
    author: textOrNull(row.author),
    stopAuthor: textOrNull(row.stop_author),
  };
}
