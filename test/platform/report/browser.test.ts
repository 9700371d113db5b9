import { existsSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser';
import { entryOf } from '../../../platform/report/entry';
import { pipelinePage, reportPage } from '../../../platform/report/page/pages';
import { readPeriod } from '../../../platform/report/period';
import { STATES } from '../../../platform/report/state';
import { totalsOf } from '../../../platform/report/figures';
import { Calendar } from '../../../platform/report/words';
import { scheduleReader } from '../../../platform/schedules/scheduleReader';
import { evenRuns, PAGES as ADDRESSES, pastRun, reportedJob } from './madeReports';

const NOW = Date.parse('2026-11-23T08:12:00Z');
const HOUR_MS = 3_600_000;
const CALENDAR = new Calendar({ offsetAt: () => 0 }, NOW);

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const testInBrowser = existsSync(chromium) ? test : test.skip;

let browser: Browser | undefined;
afterAll(async () => browser?.close());

async function open(html: string, options: { dark?: boolean; width?: number } = {}): Promise<Page> {
  browser ??= await launchBrowser();
  const page = await browser.newPage({
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1000, height: 800 },
    javaScriptEnabled: true,
  });
  await page.route('**/*', async (route) => await route.abort());
  await page.setContent(html);
  return page;
}

/** One job in each state, and a pipeline. */
async function everyState(): Promise<string> {
  const period = readPeriod({ period: 'last7Days', timezone: 'UTC' }, NOW);
  const schedules = await scheduleReader();
  const usual = (untilMs: number) =>
    evenRuns({ count: 40, everyMinutes: 240, untilMs, seconds: 90 });
  const schedule = { cron: '0 6 * * *', timezone: 'UTC' };
  const lives = [
    { name: 'Well', runs: usual(NOW) },
    { name: 'Failing', runs: [pastRun('failed', NOW - 60_000, 5), ...usual(NOW - HOUR_MS)] },
    { name: 'Late', schedule, runs: usual(NOW - 5 * HOUR_MS) },
    {
      name: 'Unreliable',
      schedule: { cron: '0 */4 * * *', timezone: 'UTC' },
      runs: evenRuns({ count: 30, everyMinutes: 240, untilMs: NOW, seconds: 90 }, [3, 4, 9, 20]),
    },
    { name: 'Slow', runs: [pastRun('succeeded', NOW - HOUR_MS / 2, 900), ...usual(NOW - HOUR_MS)] },
    { name: 'Running', runs: [pastRun(undefined, NOW - 60_000, 0), ...usual(NOW - HOUR_MS)] },
    {
      name: 'Odd',
      runs: [
        pastRun('stopped', NOW - HOUR_MS, 9),
        pastRun('skipped', NOW - 5 * HOUR_MS, 0),
        ...usual(NOW - 8 * HOUR_MS),
      ],
    },
    { name: 'Idle', runs: [] },
    {
      name: 'A name without an end and without a place to break it'.replace(/ /g, ''),
      runs: usual(NOW),
      noun: 'pipeline' as const,
    },
  ];
  const entries = lives.map(({ runs, ...life }) =>
    entryOf(
      reportedJob({ id: life.name, ...life }),
      { runs, isCut: false },
      period,
      schedules,
      true,
    ),
  );
  expect(new Set(entries.map(({ reason }) => reason.state))).toEqual(new Set(STATES));
  entries.sort((a, b) => STATES.indexOf(a.reason.state) - STATES.indexOf(b.reason.state));
  const totals = totalsOf(entries, 2);
  return reportPage({ period, entries, totals, projectName: null, gone: 0 }, CALENDAR, ADDRESSES);
}

function pipelineRun(): string {
  const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
  const statuses = ['SUCCEEDED', 'FAILED', 'KILLED', 'SKIPPED', 'RUNNING'];
  const jobsInstance = statuses.map((status, n) => ({
    id: status,
    jobId: status,
    status,
    startTime: at(n),
    endTime: status === 'RUNNING' ? null : at(n + 3),
  }));
  const run = { id: 'r', number: 1, status: 'RUNNING', startTime: at(0), jobsInstance };
  return pipelinePage(run as never, new Map(), CALENDAR, NOW + 9 * 60_000);
}

const PAGES = [
  ['a report', everyState],
  ["a pipeline's run", async () => pipelineRun()],
] as const;

interface AxeResult {
  violations: Array<{ id: string; nodes: Array<{ html: string; failureSummary?: string }> }>;
}

describe.each(PAGES)('%s', (_name, make) => {
  testInBrowser.each([false, true])('has nothing that axe finds (dark: %s)', async (dark) => {
    const page = await open(await make(), { dark });
    await page.addScriptTag({
      content: readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'),
    });
    const { violations } = await page.evaluate<AxeResult>('axe.run()');
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
    expect(found).toEqual([]);
    await page.close();
  });

  // 270 is what n8n's output pane leaves beside a node.
  testInBrowser.each([270, 390, 1000])('fits a window of %i pixels', async (width) => {
    const page = await open(await make(), { width });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });

  testInBrowser('is light without its style sheet, and keeps what it draws', async () => {
    const html = await make();
    const page = await open(html.replace(/<style>.*<\/style>/s, ''), { dark: true });
    const colours = `[...document.querySelectorAll('.card')].map((card) => getComputedStyle(card).backgroundColor)`;
    expect(new Set(await page.evaluate<string[]>(colours))).toEqual(
      new Set(['rgb(255, 255, 255)']),
    );
    const bars = `[...document.querySelectorAll('.s,.f,.k,.r,.n,.m')].filter((bar) => bar.offsetHeight > 1 && bar.offsetWidth > 1).length`;
    const all = `document.querySelectorAll('.s,.f,.k,.r,.n,.m').length`;
    expect(await page.evaluate(bars)).toBe(await page.evaluate(all));
    await page.close();
  });

  testInBrowser('asks for nothing and runs nothing', async () => {
    browser ??= await launchBrowser();
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setContent(await make());
    expect(asked).toEqual([]);
    expect(await page.evaluate('document.scripts.length')).toBe(0);
    await page.close();
  });
});

testInBrowser('outcomes are told apart by form as well as by colour', async () => {
  const page = await open(await everyState());
  const drawn = [...'sfkrnm'].map((name) => `table[aria-hidden].edge .${name}`);
  const forms = `[...document.querySelectorAll('${drawn.join()}')].map((bar) => {
    const { borderTopWidth: top, borderBottomWidth: bottom } = getComputedStyle(bar);
    const isHollow = top === bottom;
    return bar.className + ' ' + (isHollow ? bar.offsetHeight + ' hollow' : parseInt(bottom) + ' full');
  })`;
  const found = [...new Set(await page.evaluate<string[]>(forms))].sort();
  expect(found).toEqual([
    ...['f 24 full', 'k 24 hollow', 'm 8 hollow', 'n 3 full', 'r 14 hollow', 's 14 full'],
  ]);
  await page.close();
});

testInBrowser.each([270, 390, 1000])('no figure runs into the next at %i pixels', async (width) => {
  const page = await open(await everyState(), { width });
  const overflowing = `[...document.querySelectorAll('.tile div')].filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent)`;
  expect(await page.evaluate(overflowing)).toEqual([]);
  await page.close();
});
