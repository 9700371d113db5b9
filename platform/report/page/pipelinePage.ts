import { MAX_TIMELINE_JOBS } from '../../http/limits';
import type { Run } from '../../runs/read/run';
import { describeOutcome, outcomeOf, type RunOutcome } from '../../runs/read/outcome';
import { timeMs } from '../../runs/read/times';
import { ascending } from '../../statistics/usual';
import { excerpt } from '../../text/text';
import { formatDuration, formatNumber, formatCount } from '../../text/amounts';
import { type Calendar } from '../words';
import { card, document, escaped, heading, layout, tone } from './html';
import { lookOf, type Look } from './looks';

const NAME_PART = 34;
/** A short job stays visible. */
const MIN_BAR_PERCENT = 0.5;
const DAY_MS = 24 * 3_600_000;

/** The time that the picture shows, in epoch milliseconds. */
interface Axis {
  fromMs: number;
  toMs: number;
  nowMs: number;
}

/** One row of the picture. */
interface Row {
  name: string;
  outcome: RunOutcome | undefined;
  status: string;
  look: Look;
  /** Undefined for what has not begun, or has no time. Epoch milliseconds. */
  beginMs: number | undefined;
  endMs: number | undefined;
}

/**
 * A run of a pipeline to look at: its jobs as bars, one under the other, in the order in which they began.
 * @param run as "Get" returns it
 * @param jobNames by the IDs of the jobs, as far as they are known
 */
export function pipelinePage(
  run: Run,
  jobNames: ReadonlyMap<string, string>,
  calendar: Calendar,
  nowMs: number,
): string {
  const rows = rowsOf(run, jobNames);
  const shown = rows.slice(0, MAX_TIMELINE_JOBS);
  const axis = axisOf(run, rows, nowMs);
  const title = titleOf(run);
  const words = `<p ${tone('ink', 'margin:2px 0 0;font-size:15px;line-height:22px')}>${escaped(sentence(run, rows, calendar))}</p>`;
  const name = `<h1 ${tone('ink', 'margin:0;font-size:22px;line-height:28px;font-weight:650')}>${escaped(title)}</h1>`;
  const table = shown.length === 0 ? '' : card(tableOf(shown, axis, calendar));
  const leftOut = rows.length - shown.length;
  const more =
    leftOut > 0
      ? `<p ${tone('soft', 'margin:10px 0 0;font-size:12px')}>${formatNumber(leftOut)} more jobs are not shown.</p>`
      : '';
  return document(title, `${name}${words}${heading('Jobs')}${table}${more}`);
}

function titleOf({ pipelineName, pipelineId, number, id }: Run): string {
  const name = excerpt(pipelineName ?? pipelineId ?? 'Pipeline', [], 120);
  return `${name}, run ${number === undefined ? excerpt(id, [], 60) : number}`;
}

function sentence(run: Run, rows: readonly Row[], calendar: Calendar) {
  const { startTime, endTime } = run;
  const [beginMs, endMs] = [timeMs(startTime), timeMs(endTime)];
  const outcome = outcomeOf(run);
  const took =
    beginMs === undefined || endMs === undefined
      ? ''
      : ` after ${formatDuration((endMs - beginMs) / 1000)}`;
  const began = beginMs === undefined ? '' : ` Began ${calendar.moment(beginMs)}.`;
  const counts = ['failed', 'stopped', 'running', 'succeeded', 'skipped'].flatMap((what) => {
    const some = rows.filter(({ look }) => look.words === what).length;
    return some === 0 ? [] : [`${formatNumber(some)} ${what}`];
  });
  const jobs =
    rows.length === 0 ? '' : ` ${formatCount(rows.length, 'job')}: ${counts.join(', ')}.`;
  return `The run ${outcome === undefined ? 'is still running' : `${describeOutcome(outcome, run.status)}${took}`}.${began}${jobs}`;
}

function rowsOf({ jobsInstance }: Run, jobNames: ReadonlyMap<string, string>): Row[] {
  const jobs = (Array.isArray(jobsInstance) ? jobsInstance : []) as Run[];
  return jobs
    .map((job) => {
      const { jobId = '', jobAlias, startTime, endTime } = job;
      const outcome = outcomeOf(job);
      const alias = typeof jobAlias === 'string' ? jobAlias : jobId;
      return {
        name: excerpt(jobNames.get(jobId) ?? alias, [], 80),
        outcome,
        status: job.status,
        look: lookOf(outcome),
        beginMs: timeMs(startTime),
        endMs: timeMs(endTime),
      };
    })
    .sort((a, b) => (a.beginMs ?? Infinity) - (b.beginMs ?? Infinity) || 0);
}

function axisOf({ startTime, endTime }: Run, rows: readonly Row[], nowMs: number): Axis {
  const inOrder = (times: Array<number | undefined>) =>
    ascending(times.filter((ms) => ms !== undefined));
  const [fromMs = nowMs] = inOrder([timeMs(startTime), ...rows.map(({ beginMs }) => beginMs)]);
  const ends = inOrder([timeMs(endTime) ?? nowMs, ...rows.map(({ endMs }) => endMs)]);
  return { fromMs, toMs: Math.max(fromMs + 1000, ends.at(-1) ?? nowMs), nowMs };
}

function tableOf(rows: readonly Row[], axis: Axis, calendar: Calendar): string {
  const { fromMs, toMs } = axis;
  const isLong = toMs - fromMs >= DAY_MS;
  const [from, to] = [fromMs, toMs].map((ms) =>
    isLong ? calendar.moment(ms) : calendar.wall(ms).toISOString().slice(11, 19),
  );
  const ends = `<td ${tone('soft', 'padding:0 0 6px;font-size:11px;line-height:14px')}>${from}<span style="float:right">${to}</span></td>`;
  const head = `<tr><td style="width:${NAME_PART}%;padding:0"></td>${ends}</tr>`;
  const body = rows.map((row) => {
    const name = `<td style="width:${NAME_PART}%;padding:5px 12px 5px 0;vertical-align:middle"><div ${tone('ink', 'font-size:14px;line-height:18px')}>${escaped(row.name)}</div><div ${tone(row.look.tone, 'font-size:12px;line-height:16px')}><span aria-hidden="true">${row.look.mark}</span> ${escaped(wordsOf(row, axis))}</div></td>`;
    return `<tr>${name}<td style="padding:5px 0;vertical-align:middle">${barOf(row, axis)}</td></tr>`;
  });
  return layout(`${head}${body.join('')}`, 'table-layout:fixed;');
}

/** Draws a border, because browsers print no backgrounds. */
function barOf({ beginMs, endMs, look }: Row, { fromMs, toMs, nowMs }: Axis): string {
  if (beginMs === undefined) return '';
  const percentAt = (ms: number) => (100 * (Math.min(ms, toMs) - fromMs)) / (toMs - fromMs);
  const left = Math.min(percentAt(beginMs), 100 - MIN_BAR_PERCENT);
  const width = Math.max(percentAt(endMs ?? nowMs) - left, MIN_BAR_PERCENT);
  const place = `margin-left:${left.toFixed(1)}%;width:${width.toFixed(1)}%`;
  return `<div aria-hidden="true" ${tone(look.tone, `${place};border-top:14px solid`)}></div>`;
}

function wordsOf({ outcome, status, look, beginMs, endMs }: Row, { nowMs }: Axis): string {
  const words = outcome === 'failed' ? describeOutcome(outcome, status) : look.words;
  if (beginMs === undefined || outcome === 'skipped') return words;
  const took = formatDuration(Math.max(0, (endMs ?? nowMs) - beginMs) / 1000);
  if (endMs === undefined && outcome !== undefined) return words;
  return `${words}, ${took}`;
}
