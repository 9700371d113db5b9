import { existsSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { pipelinePage } from '../../../platform/report/page/pages';
import { STATES } from '../../../platform/report/state';
import { launchBrowser } from '../../support/browser';
import { calendar, entry, evenRuns, HOUR_MS, MINUTE_MS, NOW, page, pastRun } from './madeReports';

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
const testInBrowser = existsSync(chromium) ? test : test.skip;

const WIDTHS = [270, 390, 1000];

let browser: Browser;
beforeAll(async () => {
  if (existsSync(chromium)) browser = await launchBrowser();
});
afterAll(async () => await browser?.close());

/** A page in the browser, and what it asks for, which it does not get. */
async function open(html: string): Promise<{ tab: Page; requests: string[] }> {
  const tab = await browser.newPage();
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
  const unreliable = { count: 30, everyMinutes: 240, seconds: 90 };
  const before = usual(NOW - HOUR_MS);
  const odd = [
    pastRun('stopped', NOW - HOUR_MS, 9),
    pastRun('skipped', NOW - 5 * HOUR_MS, 0),
    ...usual(NOW - 8 * HOUR_MS),
  ];
  const entries = [
    entry({ name: 'Well' }, usual()),
    entry({ name: 'Failing' }, [pastRun('failed', NOW - MINUTE_MS, 5), ...before]),
    entry({ name: 'Late', schedule }, usual(NOW - 5 * HOUR_MS)),
    entry({ name: 'Unreliable', schedule: often }, evenRuns(unreliable, [3, 4, 9, 20])),
    entry({ name: 'Slow' }, [pastRun('succeeded', NOW - HOUR_MS / 2, 900), ...before]),
    entry({ name: 'Running' }, [pastRun(undefined, NOW - MINUTE_MS, 0), ...before]),
    entry({ name: 'Odd' }, odd),
    entry({ name: 'Idle' }, []),
    entry({ name: 'WithoutAPlaceToBreak'.repeat(3), noun: 'pipeline' }, usual()),
  ];
  expect(new Set(entries.map(({ reason }) => reason.state))).toEqual(new Set(STATES));
  entries.sort((a, b) => STATES.indexOf(a.reason.state) - STATES.indexOf(b.reason.state));
  return page(entries);
}

function pipelineRun(): string {
  const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString();
  const statuses = ['SUCCEEDED', 'FAILED', 'KILLED', 'SKIPPED', 'RUNNING'];
  const jobsInstance = statuses.map((status, n) => ({
    id: status,
    jobId: status,
    status,
    startTime: at(n),
    endTime: status === 'RUNNING' ? null : at(n + 3),
  }));
  const run = { id: 'r', number: 1, status: 'RUNNING', startTime: at(0), jobsInstance };
  return pipelinePage(run as never, new Map(), calendar(), NOW + 9 * MINUTE_MS);
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
    await tab.close();
  });

  // 270 is what n8n's output pane leaves beside a node.
  testInBrowser('fits any window, asks for nothing and runs nothing', async () => {
    const { tab, requests } = await open(make());
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 800 });
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    expect(requests).toEqual([]);
    expect(await tab.evaluate('document.scripts.length')).toBe(0);
    await tab.close();
  });

  testInBrowser('is light without its style sheet, and keeps what it draws', async () => {
    const { tab } = await open(make().replace(/<style>.*<\/style>/s, ''));
    await tab.emulateMedia({ colorScheme: 'dark' });
    const colors = `[...document.querySelectorAll('.card')].map((card) => getComputedStyle(card).backgroundColor)`;
    expect(new Set(await tab.evaluate<string[]>(colors))).toEqual(new Set(['rgb(255, 255, 255)']));
    const bars = `[...document.querySelectorAll('.s,.f,.k,.r,.n,.m')].filter((bar) => bar.offsetHeight > 1 && bar.offsetWidth > 1).length`;
    const all = `document.querySelectorAll('.s,.f,.k,.r,.n,.m').length`;
    expect(await tab.evaluate(bars)).toBe(await tab.evaluate(all));
    await tab.close();
  });
});

testInBrowser(
  'outcomes differ by form as well as by color, and no figure runs into the next',
  async () => {
    const { tab } = await open(everyState());
    const drawn = [...'sfkrnm'].map((name) => `table[aria-hidden].edge .${name}`);
    const forms = `[...document.querySelectorAll('${drawn.join()}')].map((bar) => {
    const { borderTopWidth: top, borderBottomWidth: bottom } = getComputedStyle(bar);
    const isHollow = top === bottom;
    return bar.className + ' ' + (isHollow ? bar.offsetHeight + ' hollow' : parseInt(bottom) + ' full');
  })`;
    const found = [...new Set(await tab.evaluate<string[]>(forms))].sort();
    expect(found).toEqual([
      ...['f 24 full', 'k 24 hollow', 'm 8 hollow', 'n 3 full', 'r 14 hollow', 's 14 full'],
    ]);
    const overflowing = `[...document.querySelectorAll('.tile div')].filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent)`;
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 800 });
      expect(await tab.evaluate(overflowing)).toEqual([]);
    }
    await tab.close();
  },
);
