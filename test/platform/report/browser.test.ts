import { existsSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { STATES } from '../../../platform/report/state';
import { launchBrowser } from '../../support/browser';
import { untilTestEnds } from '../../support/untilTestEnds';
import {
  entry,
  evenRuns,
  HOUR_MS,
  MINUTE_MS,
  NOW,
  loadSchedules,
  page,
  pastRun,
  pipelineRunPage,
  type PipelineJob,
} from './madeReports';

beforeAll(loadSchedules);

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const testInBrowser = existsSync(chromium) ? test : test.skip;

const WIDTHS = [270, 390, 1000];
/** Figures that run into the next one. */
const OVERFLOWING = `[...document.querySelectorAll('.tile div')].filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent)`;

let browser: Browser;
beforeAll(async () => {
  if (existsSync(chromium)) browser = await launchBrowser();
});
afterAll(async () => await browser?.close());

/** A page in the browser, and what it asks for, which it does not get. */
async function open(html: string): Promise<{ tab: Page; requests: string[] }> {
  const tab = await untilTestEnds(browser.newPage());
  const requests: string[] = [];
  await tab.route('**/*', async (route) => {
    requests.push(route.request().url());
    await route.abort();
  });
  await tab.setContent(html);
  return { tab, requests };
}

/** One job in each state, and a pipeline. */
function everyState(): string {
  const usual = (untilMs = NOW) => evenRuns({ count: 40, everyMinutes: 240, untilMs, seconds: 90 });
  const schedule = { cron: '0 6 * * *', timezone: 'UTC' };
  const often = { cron: '0 */4 * * *', timezone: 'UTC' };
  const before = usual(NOW - HOUR_MS);
  const unreliable = evenRuns({ count: 30, everyMinutes: 240, seconds: 90 }, [3, 4, 9, 20]);
  const odd = [
    { ...pastRun(undefined, NOW - MINUTE_MS, 0), status: 'QUEUED' },
    pastRun('stopped', NOW - HOUR_MS, 9),
    pastRun('skipped', NOW - 5 * HOUR_MS, 0),
    ...usual(NOW - 8 * HOUR_MS),
  ];
  const entries = [
    entry({ name: 'Well' }, usual()),
    entry({ name: 'Failing' }, [pastRun('failed', NOW - MINUTE_MS, 5), ...before]),
    entry({ name: 'Late', schedule }, usual(NOW - 5 * HOUR_MS)),
    entry({ name: 'Unreliable', schedule: often }, unreliable),
    entry({ name: 'Slow' }, [pastRun('succeeded', NOW - HOUR_MS / 2, 900), ...before]),
    entry({ name: 'Running' }, [pastRun(undefined, NOW - MINUTE_MS, 0), ...before]),
    entry({ name: 'Odd' }, odd),
    entry({ name: 'Unreadable', schedule: { cron: 'at night', timezone: 'UTC' } }, []),
    entry({ name: 'Idle' }, []),
    entry({ name: 'WithoutAPlaceToBreak'.repeat(3), noun: 'pipeline' }, usual()),
  ];
  expect(new Set(entries.map(({ reason }) => reason.state))).toEqual(new Set(STATES));
  entries.sort((a, b) => STATES.indexOf(a.reason.state) - STATES.indexOf(b.reason.state));
  return page(entries);
}

function pipelineRun(): string {
  const statuses = ['SUCCEEDED', 'FAILED', 'KILLED', 'SKIPPED'];
  const ended = statuses.map((status, n): PipelineJob => [status, status, n, n + 3]);
  return pipelineRunPage([...ended, ['e', 'RUNNING', 4], ['f', 'QUEUED']], 9);
}

const PAGES = [
  ['a report', everyState],
  ["a pipeline's run", pipelineRun],
] as const;

interface AxeResult {
  violations: Array<{ id: string; nodes: Array<{ html: string; failureSummary?: string }> }>;
}

describe.each(PAGES)('%s', (_name, make) => {
  testInBrowser('has nothing that axe finds, light or dark', async () => {
    const { tab } = await open(make());
    await tab.addScriptTag({
      content: readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'),
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      const { violations } = await tab.evaluate<AxeResult>('axe.run()');
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
      expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
    }
  });

  // 270 is what n8n's output pane leaves beside a node.
  testInBrowser('fits any window, asks for nothing and runs nothing', async () => {
    const { tab, requests } = await open(make());
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 800 });
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await tab.evaluate(OVERFLOWING)).toEqual([]);
    }
    expect(requests).toEqual([]);
    expect(await tab.evaluate('document.scripts.length')).toBe(0);
  });

  testInBrowser('is light without its style sheet, and keeps what it draws', async () => {
    const { tab } = await open(make().replace(/<style>.*<\/style>/s, ''));
    await tab.emulateMedia({ colorScheme: 'dark' });
    const colors = `[...document.querySelectorAll('.card')].map((card) => getComputedStyle(card).backgroundColor)`;
    expect(new Set(await tab.evaluate<string[]>(colors))).toEqual(new Set(['rgb(255, 255, 255)']));
    const drawn = '[...document.querySelectorAll("div[aria-hidden]")]';
    const empty = `${drawn}.filter((one) => one.offsetHeight < 2 || one.offsetWidth < 2).length`;
    expect(await tab.evaluate(`${drawn}.length`)).toBeGreaterThan(0);
    expect(await tab.evaluate(empty)).toBe(0);
  });
});

testInBrowser('outcomes differ by their marks, not by color alone', async () => {
  const { tab } = await open(everyState());
  const marks = await tab.evaluate<string>(
    `[...document.querySelectorAll('div[aria-hidden] span')].map((one) => one.textContent).join('')`,
  );
  expect([...new Set(marks)].sort()).toEqual([...'–■▶▷○✓✕']);
});
