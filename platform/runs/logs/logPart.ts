import { fittingLines, MAX_LOG_CHARACTERS, type TextLine } from './bounds';

/** The lines of a log to read; `all` returns up to `MAX_LINES`. */
export interface WantedLines {
  which: 'last' | 'first' | 'all';
  limit: number;
  /** For callers with a limit of requests. */
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

/** The functions that read a log page by page. */
export interface PagedLog<Line> {
  /** False if the platform returns the whole log at once. */
  hasPages: boolean;
  /** Whether the platform leaves out the lines that are not wanted. */
  isFiltered: boolean;
  isWanted(line: Line): boolean;
  readPage(page: { limit: number; skip: number }): Promise<LogPage<Line>>;
}

export interface LogPage<Line> {
  lines: Line[];
  /** Number of lines of the whole log; undefined if the platform does not say. */
  count?: number;
}

/** More lines than n8n's editor can show. */
const MAX_LINES = 100_000;
const LINES_A_PAGE = 1_000;
/** Bound of the search for the wanted lines. */
const MAX_LINES_SEARCHED = 200_000;

/** Reads the wanted lines of a log. Lines that are written during the reading may be among them. */
export async function readLogPart<Line extends TextLine>(
  log: PagedLog<Line>,
  { which, limit, maxPages }: WantedLines,
): Promise<LogPart<Line>> {
  const most = which === 'all' ? MAX_LINES : Math.min(limit, MAX_LINES);
  const pages = new PageReader(log, most, maxPages);
  return which === 'last' ? await readLast(log, pages, most) : await readFirst(pages, most);
}

async function readFirst<Line extends TextLine>(
  pages: PageReader<Line>,
  limit: number,
): Promise<LogPart<Line>> {
  let lines: Line[] = [];
  let isTooLarge = false;
  let isCut = false;
  const isAtEnd = await pages.readOnward(0, (read) => {
    const all = [...lines, ...read];
    isCut = all.length > limit;
    const fitting = fittingLines(all.slice(0, limit), 'first', MAX_LOG_CHARACTERS);
    ({ lines, isCut: isTooLarge } = fitting);
    return isCut || isTooLarge;
  });
  return { lines, isCut: isCut || isTooLarge || !isAtEnd, isTooLarge };
}

/** The first page tells the number of lines. Reads from the line where the last ones begin, and further back if too few are wanted. */
async function readLast<Line extends TextLine>(
  log: PagedLog<Line>,
  pages: PageReader<Line>,
  limit: number,
): Promise<LogPart<Line>> {
  let lines: Line[] = [];
  let isCut = false;
  let isTooLarge = false;
  const keep = (read: Line[]) => {
    isCut ||= read.length > limit;
    const fitting = fittingLines(read.slice(-limit), 'last', MAX_LOG_CHARACTERS);
    isTooLarge ||= fitting.isCut;
    ({ lines } = fitting);
    return false;
  };
  const first = await pages.read(0);
  if (!first.hasMore) {
    keep(first.wanted);
    return { lines, isCut: isCut || isTooLarge, isTooLarge };
  }
  // Lines of other streams may be between those that are wanted.
  const tail = log.isFiltered ? limit : Math.max(limit, LINES_A_PAGE);
  let from = Math.max(0, (first.count ?? 0) - tail);
  const isAtEnd = await pages.readOnward(from, (read) => keep([...lines, ...read]));
  while (from > 0 && lines.length < limit && !isTooLarge && !pages.isLimitReached) {
    const skip = Math.max(0, from - LINES_A_PAGE);
    const page = await pages.read(skip, from - skip);
    keep([...page.wanted, ...lines]);
    from = skip;
  }
  return { lines, isCut: isCut || isTooLarge || from > 0 || !isAtEnd, isTooLarge };
}

/** Reads the pages of a log, and ends whatever the platform returns. */
class PageReader<Line> {
  isLimitReached = false;
  private linesSearched = 0;
  private pagesRead = 0;

  /** @param linesWanted number of lines that the caller wants */
  constructor(
    private readonly log: PagedLog<Line>,
    private readonly linesWanted: number,
    private readonly maxPages = Infinity,
  ) {}

  /**
   * Reads page after page from a line on.
   * @param take is given the wanted lines of each page; returns whether they are enough
   * @returns whether the end of the log was reached
   */
  async readOnward(from: number, take: (lines: Line[]) => boolean): Promise<boolean> {
    for (let skip = from, limit: number | undefined; ; limit = LINES_A_PAGE) {
      const page = await this.read(skip, limit);
      skip += page.length;
      const isEnough = take(page.wanted);
      if (!page.hasMore) return true;
      if (isEnough || this.isLimitReached) return false;
    }
  }

  /** Reads one page. @param limit by default one line more than are wanted: mostly, they are the whole log, and this tells so */
  async read(
    skip: number,
    limit = this.log.isFiltered ? Math.min(this.linesWanted + 1, LINES_A_PAGE) : LINES_A_PAGE,
  ) {
    const { lines, count } = await this.log.readPage({ skip, limit });
    const { length } = lines;
    this.linesSearched += Math.max(length, 1);
    this.pagesRead++;
    this.isLimitReached =
      this.linesSearched >= MAX_LINES_SEARCHED || this.pagesRead >= this.maxPages;
    const isLast = length < limit && skip + length >= (count ?? 0);
    return {
      wanted: lines.filter((line) => this.log.isWanted(line)),
      length,
      count,
      hasMore: this.log.hasPages && length > 0 && !isLast,
    };
  }
}
