import { pause } from '../http/retry';
import { PlatformError } from '../errors';
import type { Candidate } from './doubts';

/** A start whose answer was lost, until it is known what became of it. */
export interface Doubt {
  /** When the request left, epoch milliseconds of this machine. */
  sentAtMs: number;
  /** How the answer was lost. */
  failure: PlatformError;
  resolution?: Resolution;
}

export type Resolution =
  | { kind: 'adopted'; run: Candidate }
  | { kind: 'notStarted' }
  /** More runs than lost starts: which are ours cannot be told. */
  | { kind: 'ambiguous'; candidates: Candidate[] }
  /** The platform could not be asked. */
  | { kind: 'unreadable'; failure: unknown };

/** Runs that began since a time of this machine and that nobody here knows yet, newest first. */
export type Look = (sinceMs: number) => Promise<Candidate[]>;

/** A request may be on its way still when its answer is lost, so nothing counts as "not started" before this. */
const LOOKS_AFTER_MS = [250, 2_000];
/** How long a platform that cannot be asked is waited for, look by look. */
const PATIENCE_MS = [1_000, 3_000, 6_000, 10_000, 20_000, 20_000];
/** How long a run's owner is remembered: longer than a lost start is in doubt. */
const CLAIMS_KEPT_MS = 15 * 60_000;

/**
 * All starts of one job or pipeline in this process. It knows which runs have an owner, and finds the owners of runs
 * whose answers were lost: all at once, while no other start is under way.
 */
export class Starts {
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly doubts = new Set<Doubt>();
  private readonly claims = new Map<string, number>();
  private resolving: Promise<void> | undefined;

  constructor(private readonly look: Look) {}

  /** Nothing is under way, in doubt or worth remembering. */
  get isIdle(): boolean {
    this.forgetOldClaims();
    return this.underWay.size + this.doubts.size + this.claims.size === 0 && !this.resolving;
  }

  /**
   * Sends a start, when no doubts are being resolved.
   * @param doubtful gives the failure back where it leaves open what the platform did
   * @returns the run, or the doubt about it
   */
  async send<R extends { id: string }>(
    send: () => Promise<R>,
    doubtful: (failure: unknown) => PlatformError | undefined,
  ): Promise<{ run: R } | { doubt: Doubt }> {
    while (this.resolving) await this.resolving;
    const sending = this.sendOnce(send, doubtful);
    this.underWay.add(sending);
    try {
      return await sending;
    } finally {
      this.underWay.delete(sending);
    }
  }

  private async sendOnce<R extends { id: string }>(
    send: () => Promise<R>,
    doubtful: (failure: unknown) => PlatformError | undefined,
  ): Promise<{ run: R } | { doubt: Doubt }> {
    const sentAtMs = Date.now();
    try {
      const run = await send();
      this.claims.set(run.id, Date.now());
      return { run };
    } catch (error) {
      const failure = doubtful(error);
      if (!failure) throw error;
      const doubt: Doubt = { sentAtMs, failure };
      this.doubts.add(doubt);
      return { doubt };
    }
  }

  /** Finds out what became of a lost start. */
  async resolve(doubt: Doubt): Promise<Resolution> {
    doubt.resolution = undefined;
    this.doubts.add(doubt);
    for (;;) {
      this.resolving ??= this.resolveAll().finally(() => (this.resolving = undefined));
      await this.resolving;
      if (doubt.resolution) return doubt.resolution;
    }
  }

  private async resolveAll(): Promise<void> {
    await Promise.allSettled(this.underWay);
    const doubts = [...this.doubts];
    const resolutions = await this.resolutionsOf(doubts);
    doubts.forEach((doubt, index) => {
      doubt.resolution = resolutions[index];
      this.doubts.delete(doubt);
    });
  }

  private async resolutionsOf(doubts: Doubt[]): Promise<Resolution[]> {
    const since = Math.min(...doubts.map(({ sentAtMs }) => sentAtMs));
    let found: Candidate[] = [];
    for (const delayMs of LOOKS_AFTER_MS) {
      await pause(delayMs, undefined);
      try {
        found = await this.lookPatiently(since);
      } catch (failure) {
        return doubts.map(() => ({ kind: 'unreadable', failure }));
      }
      if (found.length >= doubts.length) break;
    }
    if (found.length > doubts.length) {
      return doubts.map(() => ({ kind: 'ambiguous', candidates: found }));
    }
    return doubts.map((_doubt, index) => {
      const run = found[index];
      if (!run) return { kind: 'notStarted' };
      this.claims.set(run.id, Date.now());
      return { kind: 'adopted', run };
    });
  }

  private async lookPatiently(since: number): Promise<Candidate[]> {
    for (const delayMs of [...PATIENCE_MS, undefined]) {
      try {
        this.forgetOldClaims();
        return (await this.look(since)).filter(({ id }) => !this.claims.has(id));
      } catch (failure) {
        const mayPass = failure instanceof PlatformError && failure.transient;
        if (!mayPass || delayMs === undefined) throw failure;
        await pause(delayMs, undefined);
      }
    }
    throw new TypeError('The last look either answers or throws');
  }

  private forgetOldClaims(): void {
    const oldest = Date.now() - CLAIMS_KEPT_MS;
    for (const [id, claimedAt] of this.claims) {
      if (claimedAt >= oldest) return;
      this.claims.delete(id);
    }
  }
}
