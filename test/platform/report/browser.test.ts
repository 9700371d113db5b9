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

const WIDTHS = [270, 390, 1000];

let browser: Browser;
beforeAll(async () => {
  if (existsSync(chromium)) browser = await launchBrowser();
});
afterAll(async () => await browser?.close());

/** A page in the browser, and what it asks for, which it does not get. */
async function open(html: string): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage();
  const requests: string[] = [];
  await page.route('**/*', async (route) => {
    requests.push(route.request().url());
    await route.abort();
  });
  await page.setContent(html);
  return { page, requests };
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
    { name: 'WithoutAPlaceToBreak'.repeat(3), runs: usual(NOW), noun: 'pipeline' as const },
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
  testInBrowser('has nothing that axe finds, light or dark', async () => {
    const { page } = await open(await make());
    await page.addScriptTag({
      content: readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'),
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate<AxeResult>('axe.run()');
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
      expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
    }
    await page.close();
  });

  // 270 is what n8n's output pane leaves beside a node.
  testInBrowser('fits any window, asks for nothing and runs nothing', async () => {
    const { page, requests } = await open(await make());
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    expect(requests).toEqual([]);
    expect(await page.evaluate('document.scripts.length')).toBe(0);
    await page.close();
  });

  testInBrowser('is light without its style sheet, and keeps what it draws', async () => {
    const { page } = await open((await make()).replace(/<style>.*<\/style>/s, ''));
    await page.emulateMedia({ colorScheme: 'dark' });
    const colors = `[...document.querySelectorAll('.card')].map((card) => getComputedStyle(card).backgroundColor)`;
    expect(new Set(await page.evaluate<string[]>(colors))).toEqual(new Set(['rgb(255, 255, 255)']));
    const bars = `[...document.querySelectorAll('.s,.f,.k,.r,.n,.m')].filter((bar) => bar.offsetHeight > 1 && bar.offsetWidth > 1).length`;
    const all = `document.querySelectorAll('.s,.f,.k,.r,.n,.m').length`;
    expect(await page.evaluate(bars)).toBe(await page.evaluate(all));
    await page.close();
  });
});

testInBrowser(
  'outcomes differ by form as well as by color, and no figure runs into the next',
  async () => {
    const { page } = await open(await everyState());
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
    const overflowing = `[...document.querySelectorAll('.tile div')].filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent)`;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(overflowing)).toEqual([]);
    }
    await page.close();
  },
);
