import type { ChaosEntity, ChaosRun, DockerCredential, Effect, Variable } from './entities';
import type { Generation } from './schema';

export interface WorldOptions {
  generation: Generation;
  /** Random numbers of this world's own. */
  random: () => number;
  seed: number;
  /** By how much the records' clock differs from this machine's, in milliseconds. */
  recordsSkewMs: number;
  /** The same for the header Date of the answers. */
  headerSkewMs: number;
  /** Pages come as if `skip` had not been given. */
  ignoresSkip: boolean;
  /** Folders that list themselves or each other without an end. */
  listing: 'plain' | 'cyclic' | 'self';
  /** Where the catalog answers. */
  catalogAddress: 'technology' | 'gateway';
}

/** All that one platform holds, for one sequence. */
export class World {
  readonly login = 'chaos@example.com';
  /** Each has a marker at both ends that survives every way of writing a text, base64 apart. */
  readonly secrets = new Map<string, string>();
  readonly password: string;
  readonly uploadToken: string;
  readonly variableSecret: string;
  readonly clusterToken: string;
  readonly validTokens = new Set<string>();
  readonly projects = new Map<string, ChaosEntity>();
  readonly jobs = new Map<string, ChaosEntity>();
  readonly pipelines = new Map<string, ChaosEntity>();
  readonly apps = new Map<string, ChaosEntity>();
  readonly volumes = new Map<string, ChaosEntity>();
  readonly dockerCredentials = new Map<string, DockerCredential>();
  readonly repositories = new Map<string, ChaosEntity>();
  readonly technologies = new Map<string, ChaosEntity>();
  readonly runs = new Map<string, ChaosRun>();
  readonly variables = new Map<string, Variable>();
  readonly files = new Map<string, Buffer>();
  /** Nodes of the cluster, by name. */
  readonly clusterNodes: string[] = [];
  readonly effects: Effect[] = [];
  /** What is still to happen: late effects. */
  readonly pending = new Set<Promise<unknown>>();
  /** What the next run that is started is like, where an accident has said so. */
  private readonly unusualRuns: Array<Partial<ChaosRun>> = [];
  /** How many runs somebody else has started since the sequence began. */
  startedByOthers = 0;
  private made = 0;

  constructor(readonly options: WorldOptions) {
    this.password = this.secret('password', `"\\ <b>&'é ü%2B+/`);
    this.uploadToken = this.secret('upload token', '_-');
    this.clusterToken = this.secret('token of the cluster', '._-');
    this.variableSecret = this.secret('value of a password variable', `"'<&>\\`);
  }

  issueToken(): string {
    const token = this.secret(`token ${this.validTokens.size}`, '.e30-_.');
    this.validTokens.add(token);
    return token;
  }

  /** A UUID, always the same ones in the same order. */
  newId(): string {
    const hex = (count: number) =>
      Array.from({ length: count }, () => Math.floor(this.options.random() * 16).toString(16)).join(
        '',
      );
    const counted = (++this.made).toString(16).padStart(4, '0');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(8)}${counted}`;
  }

  did(kind: string, target: string, byNode = true, id?: string): void {
    this.effects.push({ kind, target, byNode, id, atMs: Date.now() });
  }

  effectsOn(kind: string, target: string): Effect[] {
    return this.effects.filter((effect) => effect.kind === kind && effect.target === target);
  }

  beginRun(kind: 'job' | 'pipeline', parent: ChaosEntity, how: Partial<ChaosRun> = {}): ChaosRun {
    const beganAtMs = how.beganAtMs ?? Date.now();
    const run: ChaosRun = {
      id: this.newId(),
      number: 1 + this.runsOf(parent.id, Infinity).length,
      parentId: parent.id,
      kind,
      beganAtMs,
      lastsMs: parent.lastsMs ?? 10,
      outcome: parent.outcome ?? 'SUCCEEDED',
      visibleAtMs: beganAtMs,
      author: this.login,
      trigger: kind === 'job' ? 'MANUAL_JOB' : 'MANUAL_PIPELINE',
      byNode: true,
      ...how,
    };
    this.runs.set(run.id, run);
    this.did(kind === 'job' ? 'runJob' : 'runPipeline', parent.id, run.byNode, run.id);
    return run;
  }

  /** Says what the next run that is started is to be like. */
  makeNextRun(how: Partial<ChaosRun>): void {
    this.unusualRuns.push(how);
  }

  nextRun(): Partial<ChaosRun> | undefined {
    return this.unusualRuns.shift();
  }

  /** The runs that the platform shows, newest first. */
  runsOf(parentId: string, atMs = Date.now()): ChaosRun[] {
    return [...this.runs.values()]
      .filter((run) => run.parentId === parentId && run.visibleAtMs <= atMs)
      .reverse();
  }

  statusOf(run: ChaosRun, atMs = Date.now()): string {
    if (run.killedAtMs !== undefined) return atMs - run.killedAtMs > 20 ? 'KILLED' : 'KILLING';
    const age = atMs - run.beganAtMs;
    if (age >= run.lastsMs) return run.outcome;
    return age < 3 ? 'QUEUED' : 'RUNNING';
  }

  isOver(run: ChaosRun): boolean {
    return ['KILLED', 'SUCCEEDED', 'FAILED'].includes(this.statusOf(run));
  }

  /** As the platform writes down a time. */
  recorded(ms: number): string {
    return new Date(ms + this.options.recordsSkewMs).toISOString();
  }

  later(delayMs: number, work: () => unknown): void {
    const promise = new Promise<void>((resolve) => {
      setTimeout(() => {
        void Promise.resolve(work()).then(
          () => resolve(),
          () => resolve(),
        );
      }, delayMs);
    }).finally(() => this.pending.delete(promise));
    this.pending.add(promise);
  }

  /** Waits until everything late has happened. */
  async settle(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  private secret(what: string, middle: string): string {
    const random = () =>
      Math.floor(this.options.random() * 2 ** 31)
        .toString(36)
        .padStart(6, 'x');
    const value = `Zk${random()}${random()}Q${middle}Wj${random()}${random()}V`;
    this.secrets.set(value, what);
    return value;
  }
}
