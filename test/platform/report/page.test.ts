import { MAX_ENTRIES_OF_PAGE } from '../../../platform/report/page/reportPage';
import { describeAttention, formatPercent, summarizeReport } from '../../../platform/report/words';
import { formatDuration } from '../../../platform/common/text/amounts';
import { HOSTILE_NAMES } from '../../support/hostileNames';
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
  report,
} from './madeReports';

beforeAll(loadSchedules);

/** Text of a page without its drawings. */
function textOf(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

/** The parts of a page that are about one job each, by their names. */
function partsOf(html: string): Map<string, string> {
  const parts = html.split('<h3').slice(1);
  return new Map(
    parts.map((part) => {
      const text = textOf(`<h3${part.split('<h2')[0] ?? ''}`);
      return [/^ ?(Job \d+)/.exec(text)?.[1] ?? text, text];
    }),
  );
}

test('says the state and the figures of each job, also where nothing is drawn', () => {
  const entries = [
    entry({ id: '1', name: 'Job 1' }, evenRuns(busy, [0, 3])),
    entry({ id: '2', name: 'Job 2' }, evenRuns({ ...busy, everyMinutes: 600 })),
    entry({ id: '3', name: 'Job 3' }, [pastRun(undefined, NOW - MINUTE_MS, 0), ...evenRuns(busy)]),
  ];
  const html = page(entries);
  const parts = partsOf(html);
  expect([...parts.keys()]).toEqual(['Job 1', 'Job 3', 'Job 2']);
  for (const { name, reason, figures } of entries) {
    const text = parts.get(name) ?? '';
    expect(text).toContain(` ${reason.state} `);
    expect(text).toContain(`${figures.runs} runs: ${figures.succeeded} succeeded`);
    expect(text).toContain(`Median ${formatDuration(figures.medianSeconds ?? NaN)}`);
    expect(text).toContain(`95% within ${formatDuration(figures.p95Seconds ?? NaN)}`);
    if (figures.failed > 0) expect(text).toContain(`${figures.failed} failed`);
  }
  const text = textOf(html);
  expect(text).toContain(describeAttention(report(entries)));
  expect(text).toContain('Needs attention (1)');
  const well = summarizeReport(report(entries.slice(1, 2)));
  expect(well).toBe('1 job, none needs attention. 12 runs: 12 succeeded.');
  // Each run left its mark: those of one job, in the order of time.
  const marks = (parts.get('Job 1')?.match(/[✓✕]/g) ?? []).slice(1).join('');
  expect(marks).toBe('✓'.repeat(8) + '✕' + '✓✓' + '✕');
});

test('says how the figures differ from those of the period before', () => {
  const runs = [1, 2, 200].map((hours) => pastRun('succeeded', NOW - hours * HOUR_MS, 60));
  const text = textOf(page([entry({ id: '1', name: 'Job 1' }, runs)]));
  expect(text).toContain('Runs 2 1 more than before');
  expect(text).toContain('Failed 0 as before');
});

test('names a last run before the period', () => {
  const html = page([
    entry({ id: '1', name: 'Job 1' }, [pastRun('failed', NOW - 30 * 24 * HOUR_MS, 60)]),
    entry({ id: '2', name: 'Job 2' }, []),
  ]);
  const text = textOf(html);
  expect(text).toContain('Job 1 Retail Analytics · Last run: Sat, Oct 24, 10:12, failed.');
  expect(text).toContain('Job 2 Retail Analytics · No earlier run was found.');
  const ofOneProject = textOf(page([entry({ name: 'Job 2' }, [])], 1));
  expect(ofOneProject).toContain('Job 2 · No earlier run was found.');
});

test.each([
  ['job', 2, 'Daily Retail Analytics ✕ failing'],
  ['pipeline', 2, 'Daily Pipeline · Retail Analytics ✕ failing'],
  ['pipeline', 1, 'Daily Pipeline ✕ failing'],
  ['job', 1, 'Daily ✕ failing'],
] as const)('heads the part of a %s, in a report of %i projects, with "%s"', (...given) => {
  const [noun, projects, words] = given;
  const text = textOf(page([entry({ name: 'Daily', noun }, evenRuns(busy, [0, 1]))], projects));
  expect(text).toContain(` ${words} `);
});

const busy = { count: 12, everyMinutes: 120, seconds: 200 };

test('of a scheduled job without runs, it says that there were none', () => {
  const schedule = { cron: '42 * * * *', timezone: 'UTC' };
  const html = page([entry({ id: '1', name: 'Job 1', schedule }, [])]);
  expect(partsOf(html).get('Job 1')).toContain('No earlier run was found');
});

test('has no script, no outside address and no hole in it, whatever names things have', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title></style><h1>',
    '\u202Egnp.exe',
    'https://evil.example/?a=1&b=2',
    '..',
  ];
  const check = (name: string) => {
    const html = page([entry({ name, projectName: name, id: name }, evenRuns(busy))]);
    const tags = new Set([...html.matchAll(/<(\/?[a-z0-9]+)/gi)].map(([, tag]) => tag));
    expect([...tags].join()).not.toMatch(/script|img|svg|iframe|link|form/);
    const own = / href="https:\/\/platform\.example\/projects\/platform\/7\/project\/[^"]*"/g;
    const attributes = [...html.replace(own, '').matchAll(/<[a-z0-9]+([^>]*)>/g)];
    expect(attributes.join(' ')).not.toMatch(/\son\w+\s*=|src=|href=|url\(/);
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    for (const tag of ['table', 'tr', 'td', 'div', 'h1', 'h2', 'h3', 'p', 'span']) {
      const opened = html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0;
      expect([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0]).toEqual([tag, opened]);
    }
  };
  [...hostile, ...HOSTILE_NAMES].forEach(check);
});

test('holds nothing under "All is well" that failed or was missed again and again', () => {
  const daily = { cron: '42 * * * *', timezone: 'UTC' };
  const hourly = { count: 168, everyMinutes: 60, seconds: 60 };
  const gaps = evenRuns(hourly).filter((_run, index) => index < 20 || index > 71);
  const failing = Array.from({ length: 133 }, (_, n) => n + 5);
  const html = page([
    entry({ id: '1', name: 'Job 1' }, evenRuns({ ...hourly, count: 160 }, failing)),
    entry({ id: '2', name: 'Job 2', schedule: daily }, gaps),
    entry({ id: '3', name: 'Job 3', schedule: daily }, evenRuns(hourly)),
  ]);
  const text = textOf(html);
  expect(text).toContain('Needs attention (2)');
  expect(text).toContain('All is well (1)');
  const parts = partsOf(html);
  expect(parts.get('Job 1')).toContain('unreliable 133 of 160 runs failed ');
  expect(parts.get('Job 2')?.match(/52 scheduled runs were missed/g)).toHaveLength(1);
  expect(parts.get('Job 2')).toContain('○');
  expect(parts.get('Job 3')).not.toContain('○');
});

test('a job has a row of marks: one for each of its latest runs and missed runs, the newest last', () => {
  const schedule = { cron: '12 * * * *', timezone: 'UTC' };
  const at = (hours: number) => NOW - hours * HOUR_MS;
  const runs = [
    { ...pastRun(undefined, at(0.5), 0), status: 'QUEUED' },
    pastRun(undefined, at(1), 0),
    pastRun('stopped', at(2), 60),
    pastRun('skipped', at(3.5), 0),
    pastRun('failed', at(4), 60),
    pastRun('succeeded', at(5), 60),
  ];
  const marksOf = (...given: Parameters<typeof entry>) => {
    const [, row = ''] =
      /<div aria-hidden="true"[^>]*>(.*?)<\/div>/.exec(page([entry(...given)])) ?? [];
    return row.replace(/<[^>]*>/g, '');
  };
  expect(marksOf({ schedule, createdMs: at(8) }, runs)).toBe('○○○✓✕–○■▶▷');
  expect(textOf(page([entry({ schedule, createdMs: at(8) }, runs)]))).toContain(
    '4 scheduled runs were missed.',
  );
  const [waiting] = runs;
  const text = textOf(page([entry({}, waiting ? [waiting] : [])]));
  expect(text).toContain('▶ running Waiting for 30 min (since Mon, Nov 23, 08:42)');
  const many = evenRuns({ count: 60, everyMinutes: 60, seconds: 60 }, [0, 49, 50]);
  expect(marksOf({}, many)).toBe(`…✕${'✓'.repeat(48)}✕`);
});

test('the last success is one of the two periods', () => {
  const day = 24 * HOUR_MS;
  const old = pastRun('succeeded', NOW - 15 * day, 60);
  expect(entry({}, [old]).lastSuccess).toBeNull();
  const recent = pastRun('succeeded', NOW - 13 * day, 60);
  const ended = new Date(NOW - 13 * day + 60_000).toISOString();
  expect(entry({}, [recent, old]).lastSuccess).toBe(ended);
});

/** Mail programs cut what is larger, in bytes. */
const MAX_MAIL_PAGE_BYTES = 100_000;

const longName = (n: number) => `Job ${n} ${'with a long name '.repeat(4)}`;

const OUTCOMES = ['succeeded', 'failed', 'stopped', 'skipped', undefined] as const;

test('of 25 jobs it is small enough for mail programs, whatever they did', () => {
  const schedule = { cron: '0 3 * * *', timezone: 'UTC' };
  const lives = [
    evenRuns({ count: 160, everyMinutes: 60, seconds: 300 }, [4, 9, 30]),
    Array.from({ length: 400 }, (_, n) => pastRun(OUTCOMES[n % 5], NOW - n * 1_500_000, 600)),
    evenRuns({ count: 7, everyMinutes: 1_440, seconds: 300 }),
  ];
  const entries = Array.from({ length: 25 }, (_, n) =>
    entry({ id: `${n}`, schedule, name: longName(n) }, lives[n % lives.length] ?? []),
  );
  const html = page(entries);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_MAIL_PAGE_BYTES);
  expect(html.split('<h3').length - 1).toBe(entries.length);
  expect(html.split('<div aria-hidden="true"').length - 1).toBe(entries.length);
});

test.each([0, 3, 60, 5_000])(
  'of %i jobs it shows the first ones and says how many more there are',
  (count) => {
    const runs = { count: 90, everyMinutes: 110, seconds: 300 };
    const [failing, well] = [entry({}, evenRuns(runs, [0])), entry({}, evenRuns(runs, [4]))];
    const entries = Array.from({ length: count }, (_, n) => ({
      ...(n < 3 ? failing : well),
      name: longName(n),
    }));
    const html = page(entries);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(
      count === 60 ? MAX_MAIL_PAGE_BYTES : 700_000,
    );
    expect(html.trimEnd().endsWith('</html>')).toBe(true);
    const text = textOf(html);
    const drawn = html.split('<h3').length - 1;
    const cut =
      /([\d,]+) more jobs, pipelines or apps are not on this page/
        .exec(text)?.[1]
        ?.replace(',', '') ?? 0;
    expect([drawn, drawn + Number(cut)]).toEqual([Math.min(count, MAX_ENTRIES_OF_PAGE), count]);
    if (count >= 3) expect(text).toContain('Needs attention (3)');
  },
);

test('durations are as exact as it matters', () => {
  const told = [0, 0.04, 4.24, 9.96, 41.6, 59.6, 60, 185, 599, 600, 3_599, 3_600, 7_260, 200_000];
  expect(told.map(formatDuration)).toEqual([
    ...['0 s', '0 s', '4.2 s', '10 s', '42 s', '1 min', '1 min', '3 min 5 s', '9 min 59 s'],
    ...['10 min', '1 h', '1 h', '2 h 1 min', '2 d 8 h'],
  ]);
  expect([1, 0.9999, 0.5, 0].map(formatPercent)).toEqual(['100%', '99.9%', '50%', '0%']);
});

test("a pipeline's run is drawn with its jobs one under the other", () => {
  const html = pipelineRunPage(
    [
      ['c', 'RUNNING', 12],
      ['d', 'AWAITING'],
      ['a', 'SUCCEEDED', 0, 10],
    ],
    20,
    new Map([['a', 'Extract & load']]),
  );
  const text = textOf(html);
  expect(text).toContain('Daily <sales>, run 7');
  const counts = '3 jobs: 1 succeeded, 1 running, 1 waiting.';
  expect(text).toContain(`The run is still running. Began Mon, Nov 23, 09:12. ${counts}`);
  expect(text).toMatch(
    /Extract & load ✓ succeeded, 10 min .*alias_c ▶ running, 8 min .*alias_d ▷ waiting /,
  );
  expect(html.match(/margin-left:[\d.]+%;width:[\d.]+%/g)).toEqual([
    'margin-left:0.0%;width:50.0%',
    'margin-left:60.0%;width:40.0%',
  ]);
});

test.each([
  ['FAILED', 'failed after 20 min'],
  ['SUCCEEDED', 'succeeded after 20 min'],
  ['KILLED', 'was stopped after 20 min'],
  ['CRASHED', 'ended as CRASHED after 20 min'],
])("a pipeline's run that ended as %s %s", (status, words) => {
  const endTime = new Date(NOW + 20 * MINUTE_MS).toISOString();
  const html = pipelineRunPage([['a', status, 0, 20]], 30, undefined, { status, endTime });
  expect(textOf(html)).toContain(`The run ${words}. Began Mon, Nov 23, 09:12. 1 job: 1 `);
});

test('a status that is not known is shown by its own name', () => {
  const run = { ...pastRun('failed', NOW - HOUR_MS, 60), status: 'CRASHED' };
  const made = entry({}, [run]);
  expect(textOf(page([made]))).toContain('The last run ended as CRASHED after 1 min (');
  const html = pipelineRunPage([['a', 'CRASHED', 0, 20]], 30);
  expect(textOf(html)).toContain('alias_a ✕ ended as CRASHED, 20 min');
});
