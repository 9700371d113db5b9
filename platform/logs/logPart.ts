import { fittingLines, MAX_LOG_CHARACTERS } from './bounds';

/** Which lines of a log are wanted, and at most how many; `all` takes as many as `MAX_LINES`. */
export interface WantedLines {
  which: 'last' | 'first' | 'all';
  limit: number;
  /** So many pages are read in each direction at most, for callers that have a limit of requests. */
  maxPages?: number;
}

export interface LogPart<Line> {
  /** Oldest first. */
  lines: Line[];
  /** Whether lines were left out. */
  isCut: boolean;
  /** Whether they were left out because all lines together are too large. */
  isTooLarge?: boolean;
}

interface TextLine {
  value: string;
}

/** A log that is read page by page. */
export interface PagedLog<Line> {
  /** False where the platform gives the whole log at once. */
  hasPages: boolean;
  /** Whether the platform leaves out the lines that are not wanted. */
  isFiltered: boolean;
  isWanted(line: Line): boolean;
  readPage(page: { limit: number; skip: number }): Promise<LogPage<Line>>;
  /** How many lines there are; undefined where the platform does not say. */
  countLines(): Promise<number | undefined>;
}

export interface LogPage<Line> {
  lines: Line[];
  /** Of the whole log. */
  count?: number;
}

/** More lines than n8n's editor can show. */
const MAX_LINES = 100_000;
const LINES_A_PAGE = 1_000;
/** How far a log is looked through for the lines that are wanted. */
const MAX_LINES_SEARCHED = 200_000;

/** The wanted lines of a log. What is written while it is read may be among them. */
export async function readLogPart<Line extends TextLine>(
  log: PagedLog<Line>,
  { which, limit, maxPages }: WantedLines,
): Promise<LogPart<Line>> {
  const most = which === 'all' ? MAX_LINES : Math.min(limit, MAX_LINES);
  return which === 'last'
    ? await lastLines(log, most, maxPages)
    : await firstLines(log, most, maxPages);
}

async function firstLines<Line extends TextLine>(
  log: PagedLog<Line>,
  limit: number,
  maxPages?: number,
): Promise<LogPart<Line>> {
  const pages = new Pages(log, limit, maxPages);
  let lines: Line[] = [];
  let isTooLarge = false;
  let isCut = false;
  do {
    lines = [...lines, ...(await pages.next())];
    isCut = lines.length > limit;
    const fitting = fittingLines(lines.slice(0, limit), 'first', MAX_LOG_CHARACTERS);
    ({ lines, isCut: isTooLarge } = fitting);
  } while (!isCut && !isTooLarge && !pages.isDone);
  return { lines, isCut: isCut || isTooLarge || !pages.isAtEnd, isTooLarge };
}

/** From where the last lines begin, as the count tells, to the end; further back where too few of them are wanted. */
async function lastLines<Line extends TextLine>(
  log: PagedLog<Line>,
  limit: number,
  maxPages?: number,
): Promise<LogPart<Line>> {
  const count = log.hasPages ? await log.countLines() : undefined;
  // Lines of other streams may stand between those that are wanted.
  const tail = log.isFiltered ? limit : Math.max(limit, LINES_A_PAGE);
  let pages = new Pages(log, limit, maxPages, Math.max(0, (count ?? 0) - tail), count);
  let lines: Line[] = [];
  let isCut = false;
  let isTooLarge = false;
  const keep = (read: Line[]) => {
    isCut ||= read.length > limit;
    const fitting = fittingLines(read.slice(-limit), 'last', MAX_LOG_CHARACTERS);
    isTooLarge ||= fitting.isCut;
    ({ lines } = fitting);
  };
  const readToEnd = async () => {
    do keep([...lines, ...(await pages.next())]);
    while (!pages.isDone);
  };
  await readToEnd();
  if (pages.hasReadNothing && !pages.isAtStart) {
    // A count that is too high hides the log.
    pages = new Pages(log, limit, maxPages);
    await readToEnd();
  }
  while (lines.length < limit && !isTooLarge && !pages.isAtStart && !pages.isSearchLimitReached) {
    keep([...(await pages.previous()), ...lines]);
  }
  isCut ||= isTooLarge || !pages.isAtStart || !pages.isAtEnd;
  return { lines, isCut, isTooLarge };
}

/** The pages of a log from a line on, in both directions. Each has an end, whatever the platform answers. */
class Pages<Line> {
  isAtStart: boolean;
  isAtEnd = false;
  /** Whether it was looked for long enough. */
  isSearchLimitReached = false;
  hasReadNothing = true;
  private linesSearched = 0;
  private pagesRead = 0;
  private lastPage = '';
  private to: number;

  /** @param count of the whole log, where it is known; it may be wrong */
  constructor(
    private readonly log: PagedLog<Line>,
    private readonly limit: number,
    private readonly maxPages = Infinity,
    private from = 0,
    private readonly count = 0,
  ) {
    this.to = from;
    this.isAtStart = from === 0;
  }

  get isDone(): boolean {
    return this.isAtEnd || this.isSearchLimitReached;
  }

  /** The wanted lines of the next page. */
  async next(): Promise<Line[]> {
    const { log, hasReadNothing } = this;
    // Mostly, the first page is all: one line more tells so.
    const isFirst = hasReadNothing && log.isFiltered;
    const limit = isFirst ? Math.min(this.limit + 1, LINES_A_PAGE) : LINES_A_PAGE;
    const page = await log.readPage({ limit, skip: this.to });
    const lines = this.newLines(page.lines);
    this.to += lines.length;
    const isFull = page.lines.length >= limit || this.to < (page.count ?? this.count);
    this.isAtEnd = !log.hasPages || lines.length === 0 || !isFull;
    return lines.filter((line) => log.isWanted(line));
  }

  /** The wanted lines of the page before those that were read. */
  async previous(): Promise<Line[]> {
    const skip = Math.max(0, this.from - LINES_A_PAGE);
    const page = await this.log.readPage({ limit: this.from - skip, skip });
    const lines = this.newLines(page.lines);
    this.from = skip;
    this.isAtStart = skip === 0;
    return lines.filter((line) => this.log.isWanted(line));
  }

  /** None of a page that is the one before again: a platform that takes no notice of "skip" gives the same for ever. */
  private newLines(lines: Line[]): Line[] {
    this.linesSearched += Math.max(lines.length, 1);
    this.pagesRead++;
    this.isSearchLimitReached =
      this.linesSearched >= MAX_LINES_SEARCHED || this.pagesRead >= this.maxPages;
    const page = JSON.stringify(lines);
    const isNew = lines.length > 0 && page !== this.lastPage;
    this.lastPage = page;
    if (!isNew) return [];
    this.hasReadNothing = false;
    return lines;
  }
}
