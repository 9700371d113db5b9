import { filesIn, readText } from '../../support/repository';

/** Figures of pages, each with the constant or field that has it in the code. */
const FIGURES: Record<string, Record<string, string>> = {
  'ai.md': {
    '50 entries': 'tools/toolOutput.MAX_ITEMS',
  },
  'configuration-files.md': {
    '10,000 requests': 'confFiles/listing.requests',
    '200,000 entries': 'confFiles/listing.entries',
    '64 levels': 'confFiles/listing.levels',
    '4,096 characters': 'confFiles/paths.MAX_CHARACTERS',
  },
  'graphql.md': {
    'up to 400': 'selection/auto.fields',
    '60 minutes': 'schema/schemaStore.KEPT_FOR_MS',
    'within 5 seconds': 'call/userQuery.MAX_WAIT_MS',
  },
  'network.md': {
    'start after up to 60 seconds': 'http/limits.DEFAULT_SILENCE_MS',
    'honored up to 60 seconds': 'http/pace.MAX_PAUSE_MS',
    '5 minutes without an accepted': 'http/pace.MAX_THROTTLED_MS',
    'up to 4 times': 'http/sending.MAX_ATTEMPTS',
    'after 4 attempts': 'http/pace.THROTTLED_WHEN_DOWN',
    '100 aliases': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
    '4 starts': 'http/pace.FIRST_WINDOW',
  },
  'dev/architecture.md': {
    'up to 50 starts': 'runs/runAndWait.MAX_CONCURRENT_STARTS',
    'up to 100 jobs in a request': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
    'up to 100 runs in a request': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
  },
  'dev/performance.md': {
    'At most 4 starts': 'http/pace.FIRST_WINDOW',
    '128 per platform': 'http/dispatcher.DEFAULT_CONNECTIONS',
    '100 lists': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
    '100 runs': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
  },
  'dev/tested.md': { '30 seconds': 'start/jobStarts.DEFAULT_LOST_RESPONSE_WINDOW_SECONDS' },
  'operate.md': { '10 minutes': 'confFiles/uploadTokenSource.TOKEN_CACHE_MS' },
  'projects-as-code.md': {
    'up to 100 problems': 'files/problems.MAX_PROBLEMS',
    'up to 20 blocked entries': 'plan/describePlan.MAX_BLOCKED_IN_SUMMARY',
  },
  'scale.md': {
    'request for each 100 runs': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
    'minute for each 100 runs': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
    'for each 100 jobs': 'graphql/read/queryBatched.MAX_READS_PER_REQUEST',
  },
  'reliability.md': {
    '30 seconds': 'start/jobStarts.DEFAULT_LOST_RESPONSE_WINDOW_SECONDS',
    'up to 4 times': 'http/sending.MAX_ATTEMPTS',
    'or 2 times if nothing': 'http/sending.MAX_SLOW_ATTEMPTS',
    'after 60 seconds': 'read/outcome.MAX_UNTRACKED_MS',
    'after 10 polls': 'runs/detectRunEvents.MAX_UNTRACKED_POLLS',
  },
  'report.md': {
    '366 days': 'report/period.MAX_DAYS',
    '5 s': 'report/state.SLOW_EXTRA_MS',
    '15 minutes': 'report/missed.GRACE_MS',
    'or more than 2 did': 'report/state.MAX_MISSED',
    'more than 2 times': 'report/state.SLOW_FACTOR',
    'More than 10%': 'report/state.MAX_FAILED_SHARE',
    '300 jobs': 'page/reportPage.MAX_ENTRIES_OF_PAGE',
    'latest 50': 'report/entry.MAX_MARKS',
    '25 latest actions': 'report/apps.NEWEST_ACTIONS',
  },
  'runs.md': {
    'refuses to return the run for 60 seconds': 'wait/runWaiter.MAX_REFUSAL_MS',
    '20 s': 'read/readOptional.OPTIONAL_READ_TIMEOUT_MS',
    '1,000 of the newest runs': 'diagnosis/read.MAX_RUNS',
    '6,000 characters': 'wait/failure.MAX_LOG_CHARACTERS_IN_ERROR',
    '1,000 variables': 'read/variables.MAX_VARIABLES',
    '100,000 characters': 'read/variables.MAX_CHARACTERS',
    '20 newest runs': 'start/itemStarts.MAX_RUNS_READ',
  },
  'nodes/conf-files.md': { '10, whichever is more': 'confFiles/sync.MIN_DELETE_LIMIT' },
  'nodes/projects/project.md': {
    'half of the entries on the target, but at least 5': 'plan/guards.MIN_DELETE_LIMIT',
  },
  'nodes/projects-trigger.md': {
    'last 20 successful runs': 'runs/read/durations.MAX_RUNS_FOR_USUAL',
    'At least 5 successful runs': 'runs/read/durations.MIN_RUNS_FOR_USUAL',
  },
  'nodes/parts/projects.md': { 'within 3 seconds': 'catalog/technologyLabels.LABEL_TIMEOUT_MS' },
  'triggers.md': {
    '20 seconds': 'read/readOptional.OPTIONAL_READ_TIMEOUT_MS',
    '10,000 files': 'confFiles/watchedFolder.MAX_WATCHED_FILES',
    '200 failed runs': 'ProjectsTrigger/runItems.MAX_DETAILED_RUNS',
    '200 of pipelines': 'ProjectsTrigger/runItems.MAX_DETAILED_RUNS',
    'more than 60 seconds ahead': 'watch/watch.ALLOWED_CLOCK_DIFFERENCE_MS',
    'up to 10,000 new runs': 'runs/olderRuns.MAX_UNSEEN_RUNS',
    '25 newest runs': 'runs/pollRunEvents.NEWEST_RUNS_AT_FIRST',
    'newest 10': 'apps/pollAppEvents.NEWEST_ACTIONS',
    '100 newest runs': 'runs/eventDetails.MAX_RUNS_SEARCHED',
  },
};

const SOURCES = filesIn('.', '{nodes,platform}/**/*.ts');

/** The value of a constant, of a key of one, or of a field's default, by the end of its file's path and its name. */
function valueInCode(place: string): number {
  const [, file, name] = /^(.+)\.(\w+)$/.exec(place) ?? [];
  const files = SOURCES.filter((source) => source.endsWith(`/${file}.ts`));
  expect([place, files]).toEqual([place, [expect.any(String)]]);
  const declared = `(?:const ${name}(?:: \\w+)? =|${name}:|name: '${name}',[^{}]* default:) '?([\\d*._ MIB]+)`;
  const [, value = ''] = new RegExp(`\\b${declared}`).exec(readText(String(files[0]))) ?? [];
  const factors = value.split('*').map((factor) => factor.trim().replaceAll('_', ''));
  return factors.reduce((all, factor) => all * (factor === 'MIB' ? MIB : Number(factor || NaN)), 1);
}

const MIB = 1_024 ** 2;
const UNITS: Record<string, number> = {
  ...{ s: 1_000, seconds: 1_000, minutes: 60_000, hours: 3_600_000 },
  ...{ KB: 1_000, KiB: 1_024, MiB: MIB, '%': 0.01 },
};

/** The numbers in a text, each as it stands there and in milliseconds or bytes. */
const numbersIn = (text: string) =>
  [...text.matchAll(/(?<![\w.,])(\d+(?:[,.]\d+)*)(?: (\w+)|(%))?/g)].map(
    ([, digits = '', word = '', percent = '']) => {
      const number = Number(digits.replaceAll(',', ''));
      return [number, number * (UNITS[word || percent] ?? 1)];
    },
  );

/** All numbers of the text are from these places, and each place gives one. */
function expectFrom(places: string[], text: string) {
  const values = places.map((place) => [place, valueInCode(place)] as const);
  const numbers = numbersIn(text);
  const isGiven = (number: number[]) => values.some(([, value]) => number.includes(value));
  expect([text, numbers.filter((number) => !isGiven(number))]).toEqual([text, []]);
  expect(values.filter(([, value]) => !numbers.flat().includes(value))).toEqual([]);
}

test.each(Object.entries(FIGURES))('docs/%s has the figures of the code', (page, figures) => {
  const text = readText('docs', page).replace(/\s+/g, ' ');
  expect(Object.keys(figures).filter((figure) => !text.includes(figure))).toEqual([]);
  for (const [figure, place] of Object.entries(figures)) expectFrom([place], figure);
});

/** Figures of pages that come from other files, each with its text there. */
const ELSEWHERE: Array<[page: string, figure: string, file: string, text: string]> = [
  ['docs/quick-start.md', 'Node.js 20.18.1', 'package.json', '"node": ">=20.18.1"'],
  ['docs/versions.md', 'Node.js 20.18.1', 'package.json', '"node": ">=20.18.1"'],
  [
    'docs/ai.md',
    'waiting after 50',
    'workflows/platform-tools-for-an-mcp-client.json',
    '"timeout": 50',
  ],
  [
    'docs/network.md',
    'a request of 8 KB',
    'test/field/limitsOfSize.field.ts',
    'client_max_body_size 8192',
  ],
  ['docs/network.md', '5 aliases', 'test/field/graphqlServers.field.ts', 'maxAliases: 5 }'],
  ['docs/network.md', '6 levels', 'test/field/graphqlServers.field.ts', 'depthLimit: 6 }'],
];

test.each(ELSEWHERE)('%s: "%s" is what %s says', (page, figure, file, text) => {
  expect(readText(page).replace(/\s+/g, ' ')).toContain(figure);
  expect(readText(file)).toContain(text);
});
