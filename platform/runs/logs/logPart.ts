import { keepFittingLines, MAX_LINES, MAX_LOG_CHARACTERS, type TextLine } from './bounds';

export interface WantedLines {
  /** `all` ignores `limit` and means up to `MAX_LINES`. */
  which: 'last' | 'first' | 'all';
  limit: number;
  maxPages?: number;
}

export interface LogPart<Line> {
  /** Oldest first. */
  lines: Line[];
  /** True if the log may have more wanted lines. */
  isCut: boolean;
  /** True if lines were left out because of `MAX_LOG_CHARACTERS`. */
  isTooLarge?: boolean;
}

export interface PagedLog<Line> {
  /** False if the platform returns the whole log at once. */
  hasPages: boolean;
  /** True if the platform returns only wanted lines. */
  isFiltered: boolean;
  isWanted(line: Line): boolean;
  readPage(page: { limit: number; skip: number }): Promise<LogPage<Line>>;
  countLines(): Promise<number | undefined>;
}

export interface LogPage<Line> {
  lines: Line[];
  /** Number of lines of the whole log. */
  count?: number;
}

const LINES_A_PAGE = 1_000;
/** More lines are searched than returned, because wanted lines may be rare among lines of other streams. */
const MAX_LINES_SEARCHED = 200_000;

/** Reads the wanted lines of a log. The result may contain lines that were written after the first request. */
export async function readLogPart<Line extends TextLine>(
  log: PagedLog<Line>,
  { which, limit, maxPages }: WantedLines,
): Promise<LogPart<Line>> {
  const pages = new PageReader(log, maxPages);
  const maxLines = which === 'all' ? MAX_LINES : Math.min(limit, MAX_LINES);
  return which === 'last' ? await readLast(log, pages, maxLines) : await readFirst(pages, maxLines);
}

async function readFirst<Line extends TextLine>(
  pages: PageReader<Line>,
  limit: number,
): Promise<LogPart<Line>> {
  let lines: Line[] = [];
  let isTooLarge = false;
  let isCut = false;
  const isAtEnd = await pages.readForward(0, limit, (added) => {
    const all = [...lines, ...added];
    isCut = all.length > limit;
    const fitting = keepFittingLines(all.slice(0, limit), 'first', MAX_LOG_CHARACTERS);
    ({ lines, isCut: isTooLarge } = fitting);
    return isCut || isTooLarge;
  });
  return { lines, isCut: isCut || isTooLarge || !isAtEnd, isTooLarge };
}

/**
 * Reads the last lines, from a position computed from the number of lines of the log. If this number is unknown, the whole log is
 * read. If the last lines contain too few wanted lines, earlier lines are also read.
 */
async function readLast<Line extends TextLine>(
  log: PagedLog<Line>,
  pages: PageReader<Line>,
  limit: number,
): Promise<LogPart<Line>> {
  const count = log.hasPages ? await log.countLines() : undefined;
  // Lines of other streams may be between those that are wanted.
  const tail = log.isFiltered ? limit : Math.max(limit, LINES_A_PAGE);
  let from = Math.max(0, (count ?? 0) - tail);
  let lines: Line[] = [];
  let isCut = false;
  let isTooLarge = false;
  const keep = (all: Line[]) => {
    isCut ||= all.length > limit;
    const fitting = keepFittingLines(all.slice(-limit), 'last', MAX_LOG_CHARACTERS);
    isTooLarge ||= fitting.isCut;
    ({ lines } = fitting);
    return false;
  };
  const append = (added: Line[]) => keep([...lines, ...added]);
  let isAtEnd = await pages.readForward(from, limit, append, count);
  if (!pages.hasReadLines && from > 0) {
    // If the count is too high, no line exists at this position.
    from = 0;
    isAtEnd = await pages.readForward(from, limit, append);
  }
  while (from > 0 && lines.length < limit && !isTooLarge && !pages.isLimitReached) {
    const skip = Math.max(0, from - LINES_A_PAGE);
    const page = await pages.read({ skip, limit: from - skip });
    keep([...page.wanted, ...lines]);
    from = skip;
  }
  return { lines, isCut: isCut || isTooLarge || from > 0 || !isAtEnd, isTooLarge };
}

/** Reads the pages of a log in a bounded number of requests, even if the platform repeats pages. */
class PageReader<Line> {
  hasReadLines = false;
  isLimitReached = false;
  private linesSearched = 0;
  private pagesRead = 0;
  private lastPage = '';

  constructor(
    private readonly log: PagedLog<Line>,
    private readonly maxPages = Infinity,
  ) {}

  /**
   * Reads page after page, beginning at the line with the number `from`.
   * @param take receives the wanted lines of each page, and returns true if no further page is needed
   * @param count number of lines of the whole log, which may be wrong
   * @returns true if the end of the log was reached
   */
  async readForward(
    from: number,
    maxLines: number,
    take: (lines: Line[]) => boolean,
    count = 0,
  ): Promise<boolean> {
    const { isFiltered, hasPages } = this.log;
    // Usually the first page is enough. One line more than needed shows whether the log has more.
    let limit = isFiltered ? Math.min(maxLines + 1, LINES_A_PAGE) : LINES_A_PAGE;
    for (let skip = from; ; limit = LINES_A_PAGE) {
      const page = await this.read({ skip, limit });
      skip += page.length;
      const hasMore = page.length >= limit || skip < (page.count ?? count);
      const isEnough = take(page.wanted);
      if (!hasPages || page.length === 0 || !hasMore) return true;
      if (isEnough || this.isLimitReached) return false;
    }
  }

  /**
   * Reads one page. A platform without `skip` returns the same page again, which counts as empty.
   * @returns wanted lines of the page, `length` with the number of all its lines, and `count` with that of the whole log
   */
  async read(range: { skip: number; limit: number }) {
    const { lines, count } = await this.log.readPage(range);
    this.linesSearched += Math.max(lines.length, 1);
    this.pagesRead++;
    this.isLimitReached =
      this.linesSearched >= MAX_LINES_SEARCHED || this.pagesRead >= this.maxPages;
    const page = JSON.stringify(lines);
    const isNew = page !== this.lastPage;
    this.lastPage = page;
    if (!isNew) return { wanted: [], length: 0, count };
    this.hasReadLines ||= lines.length > 0;
    return { wanted: lines.filter((line) => this.log.isWanted(line)), length: lines.length, count };
  }
}
