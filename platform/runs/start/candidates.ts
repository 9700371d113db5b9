import type { RunKind } from '../kinds';
import type { RecordedRun } from './recordedRun';
import type { Newness } from './seenRuns';

/** Runs that a lost start may have begun. */
export interface Candidates {
  /** New, and nothing but a start like ours can have begun them. */
  certain: RecordedRun[];
  /** They may be older, or another's. */
  unclear: RecordedRun[];
}

/** What sorts out runs that are another's. */
export interface RunOwnership {
  kind: RunKind;
  /** The login that our starts are sent with. */
  login: string;
  /** Whether another start of this process has the run. */
  isClaimed(runId: string): boolean;
}

export function candidatesOf(
  runs: ReadonlyArray<{ run: RecordedRun; newness: Newness }>,
  ownership: RunOwnership,
): Candidates {
  const candidates: Candidates = { certain: [], unclear: [] };
  for (const { run, newness } of runs) {
    const owner = ownerOf(run, ownership);
    if (newness === 'old' || owner === 'another') continue;
    const isCertain = newness === 'new' && owner === 'ours';
    (isCertain ? candidates.certain : candidates.unclear).push(run);
  }
  return candidates;
}

/** Which runs go to starts whose responses were lost, once the runs were read for long enough. */
interface Attribution {
  /** Runs that belong to these starts, not more than there are starts. */
  attributed: RecordedRun[];
  /** Runs that may belong to the others of them. */
  candidates: RecordedRun[];
}

/** One candidate more than lost starts: which are ours cannot be told. With fewer, each that is certain is ours. */
export function attributeRuns({ certain, unclear }: Candidates, lostStarts: number): Attribution {
  const all = [...certain, ...unclear];
  return all.length > lostStarts
    ? { attributed: [], candidates: all }
    : { attributed: certain, candidates: unclear };
}

/** Whether one of our starts can have begun the run. */
export function ownerOf(run: RecordedRun, ownership: RunOwnership): 'ours' | 'another' | 'unclear' {
  const { kind, login, isClaimed } = ownership;
  if (isClaimed(run.id) || run.isPartOfPipeline) return 'another';
  if (run.startedBy !== undefined && !isSameLogin(run.startedBy, login)) return 'another';
  return byTrigger(run.trigger, kind);
}

function byTrigger(type: string | undefined, { noun }: RunKind): 'ours' | 'another' | 'unclear' {
  if (type === undefined) return 'ours';
  if (/CRON|SCHEDUL/i.test(type)) return 'another';
  if (noun === 'job' && /PIPELINE/i.test(type)) return 'another';
  // A later platform may have more causes, and may name ours in another way.
  return /^MANUAL/i.test(type) ? 'ours' : 'unclear';
}

function isSameLogin(author: string, login: string): boolean {
  return author.trim().toLowerCase() === login.trim().toLowerCase();
}
