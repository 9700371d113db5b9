import type { Poll } from '../../support/engine/poll';

/**
 * What the events told so far add up to, beside what really happened. An event that does not follow from what
 * happened since the last one of its file, as one that comes twice, is a fault.
 */
export class Ledger {
  readonly faults: string[] = [];
  /** Files as the events tell them. */
  private readonly told = new Set<string>();
  /** Written since their last event; also those that the poll of that event may have seen already. */
  private readonly mayBeTold = new Set<string>();
  /** Written, and certainly not told yet. */
  private readonly mustBeTold = new Set<string>();
  /** Changed while a poll was under way. */
  private readonly changedMeanwhile = new Set<string>();

  wrote(path: string, whilePolling: boolean): void {
    this.mayBeTold.add(path);
    if (whilePolling) this.changedMeanwhile.add(path);
    else this.mustBeTold.add(path);
  }

  removed(path: string, whilePolling: boolean): void {
    this.mustBeTold.delete(path);
    if (whilePolling) this.changedMeanwhile.add(path);
  }

  /** @param files what there is after the poll */
  enter({ json }: Poll, files: ReadonlySet<string>): void {
    for (const { event, path } of json as Array<{ event: string; path: string }>) {
      this.enterEvent(event, path, files);
    }
    this.changedMeanwhile.clear();
  }

  /** After a poll in peace everything has been told. */
  settle(files: ReadonlySet<string>): void {
    for (const path of this.mustBeTold) this.faults.push(`${path} was written and is not told`);
    for (const path of files) if (!this.told.has(path)) this.faults.push(`${path} is not told`);
    for (const path of this.told) {
      if (!files.has(path)) this.faults.push(`${path} is told and not there`);
    }
  }

  /** A poll that fails tells nothing of what was written meanwhile: the next one must. */
  failed(files: ReadonlySet<string>): void {
    for (const path of this.changedMeanwhile) if (files.has(path)) this.mustBeTold.add(path);
    this.changedMeanwhile.clear();
  }

  private enterEvent(event: string, path: string, files: ReadonlySet<string>): void {
    const uncertain = this.changedMeanwhile.has(path);
    if (this.told.has(path) === (event === 'fileCreated'))
      this.faults.push(`${event} ${path} again`);
    if (event === 'fileDeleted') {
      if (files.has(path) && !uncertain) this.faults.push(`${path} is there and told as deleted`);
      this.told.delete(path);
      return;
    }
    if (!this.mayBeTold.has(path)) this.faults.push(`${event} ${path}, which was not written`);
    this.told.add(path);
    this.mustBeTold.delete(path);
    if (!uncertain) this.mayBeTold.delete(path);
  }
}
