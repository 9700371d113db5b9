import { describeOutcome, isWaiting, findOutcome } from '../../runs/read/outcome';
import type { Run } from '../../runs/read/run';
import { parseTimeMs } from '../../runs/read/times';
import { formatCount, formatDuration, formatNumber } from '../../common/text/amounts';
import { excerpt } from '../../common/text/text';
import { toList } from '../../common/text/values';
import type { RunMark } from '../entry';
import { buildMomentFormat, type FormatMoment } from '../words';
import {
  drawCard,
  drawElement,
  escapeHtml,
  drawHeading,
  buildHtmlFile,
  drawTable,
  drawNote,
  drawTitle,
} from './html';
import { drawMarkedWords, RUN_LOOKS } from './marks';

const MAX_JOBS = 500;
const NAME_PERCENT = 34;
/** A shorter bar would be invisible. */
const MIN_BAR_PERCENT = 0.5;

interface Row {
  name: string;
  mark: RunMark;
  /** Outcome and duration. */
  words: string;
  /** Undefined if the platform returned no valid start time. */
  beginMs: number | undefined;
  endMs: number | undefined;
}

/**
 * Draws a bar for each job of a pipeline's run, in the order in which they began.
 * @param run the run that "Get" returns
 * @param jobNames names by job ID; the alias or the ID is shown for a job without a name
 */
export function drawTimelinePage(
  run: Run,
  jobNames: ReadonlyMap<string, string>,
  timezone: string,
  nowMs: number,
): string {
  const name = excerpt(run.pipelineName ?? run.pipelineId ?? 'Pipeline', [], 120);
  const title = `${name}, run ${run.number ?? excerpt(run.id, [], 60)}`;
  const rows = (toList(run.jobsInstance) as Run[])
    .map((jobRun) => buildRow(jobRun, jobNames, nowMs))
    // Without `|| 0`, the result for two unknown starts would be NaN.
    .sort((a, b) => (a.beginMs ?? Infinity) - (b.beginMs ?? Infinity) || 0);
  const shown = rows.slice(0, MAX_JOBS);
  const leftOut = rows.length - shown.length;
  const formatMoment = buildMomentFormat(timezone, nowMs);
  const words = summarizeRun(run, rows, formatMoment);
  return buildHtmlFile(
    title,
    [
      drawTitle(title),
      drawElement('p', 'ink', 'margin:2px 0 0;font-size:15px;line-height:22px', escapeHtml(words)),
      drawHeading('Jobs'),
      shown.length === 0 ? '' : drawCard(drawBars(run, shown, formatMoment, nowMs)),
      leftOut > 0 ? drawNote(`${formatNumber(leftOut)} more jobs are not shown.`) : '',
    ].join(''),
  );
}

function buildRow(jobRun: Run, jobNames: ReadonlyMap<string, string>, nowMs: number): Row {
  const { jobId = '', jobAlias, status, startTime, endTime } = jobRun;
  const alias = typeof jobAlias === 'string' ? jobAlias : jobId;
  const outcome = findOutcome(jobRun);
  const [beginMs, endMs] = [parseTimeMs(startTime), parseTimeMs(endTime)];
  const hasStarted = beginMs !== undefined && !isWaiting(jobRun);
  const mark = outcome ?? (hasStarted ? 'running' : 'waiting');
  const lastMs = endMs ?? (outcome === undefined ? nowMs : undefined);
  const hasDuration = hasStarted && lastMs !== undefined && outcome !== 'skipped';
  const words = outcome === 'failed' ? describeOutcome(outcome, status) : mark;
  const took = hasDuration ? `, ${formatDuration(Math.max(0, lastMs - beginMs) / 1000)}` : '';
  const name = excerpt(jobNames.get(jobId) ?? alias, [], 80);
  return { name, mark, words: `${words}${took}`, beginMs, endMs };
}

function summarizeRun(run: Run, rows: readonly Row[], formatMoment: FormatMoment): string {
  const [beginMs, endMs] = [parseTimeMs(run.startTime), parseTimeMs(run.endTime)];
  const outcome = findOutcome(run);
  const hasTimes = beginMs !== undefined && endMs !== undefined;
  const after = hasTimes ? ` after ${formatDuration((endMs - beginMs) / 1000)}` : '';
  const state = isWaiting(run) ? 'is waiting' : 'is still running';
  const counts = Object.keys(RUN_LOOKS).flatMap((mark) => {
    const count = rows.filter((row) => row.mark === mark).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${mark}`];
  });
  const sentences = [
    `The run ${outcome === undefined ? state : `${describeOutcome(outcome, run.status)}${after}`}.`,
    beginMs !== undefined && `Began ${formatMoment(beginMs)}.`,
    rows.length > 0 && `${formatCount(rows.length, 'job')}: ${counts.join(', ')}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Draws each bar as a border, because browsers do not print backgrounds. */
function drawBars(
  run: Run,
  rows: readonly Row[],
  formatMoment: FormatMoment,
  nowMs: number,
): string {
  const begins = [parseTimeMs(run.startTime), ...rows.map(({ beginMs }) => beginMs)];
  const ends = [parseTimeMs(run.endTime) ?? nowMs, ...rows.map(({ endMs }) => endMs)];
  const firstMs = Math.min(...begins.filter((ms) => ms !== undefined));
  const fromMs = Number.isFinite(firstMs) ? firstMs : nowMs;
  const toMs = Math.max(fromMs + 1000, ...ends.filter((ms) => ms !== undefined));
  const percentAt = (ms: number) => (100 * (ms - fromMs)) / (toMs - fromMs);
  const axisEnds = `${formatMoment(fromMs)}<span style="float:right">${formatMoment(toMs)}</span>`;
  const axisStyle = 'padding:0 0 6px;font-size:11px;line-height:14px';
  const axis = drawElement('td', 'soft', axisStyle, axisEnds);
  const head = `<tr><td style="width:${NAME_PERCENT}%;padding:0"></td>${axis}</tr>`;
  const body = rows.map(({ name, mark, words, beginMs, endMs = nowMs }) => {
    const look = RUN_LOOKS[mark];
    const left = Math.min(percentAt(beginMs ?? toMs), 100 - MIN_BAR_PERCENT);
    const width = Math.max(percentAt(Math.min(endMs, toMs)) - left, MIN_BAR_PERCENT);
    const barStyle = `margin-left:${left.toFixed(1)}%;width:${width.toFixed(1)}%;border-top:14px solid`;
    const bar =
      beginMs === undefined
        ? ''
        : drawElement('div', look.tone, barStyle, '', 'aria-hidden="true"');
    const label = `${drawElement('div', 'ink', 'font-size:14px;line-height:18px', escapeHtml(name))}${drawMarkedWords(look, words, 'font-size:12px;line-height:16px')}`;
    return `<tr><td style="width:${NAME_PERCENT}%;padding:5px 12px 5px 0;vertical-align:middle">${label}</td><td style="padding:5px 0;vertical-align:middle">${bar}</td></tr>`;
  });
  return drawTable(`${head}${body.join('')}`, 'table-layout:fixed');
}
