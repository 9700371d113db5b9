import { DESCRIPTION_BYTES, MESSAGE_BYTES } from '../../nodes/shared/errors/errors';
import { WALK_BOUNDS } from '../../platform/confFiles/listing/bounds';
import { MAX_FILES } from '../../platform/confFiles/watch/watchedFolder';
import { MAX_TYPES } from '../../platform/graphql/schema/introspection';
import {
  MIN_BYTES_PER_SECOND,
  MAX_RESPONSE_MS,
  MAX_RESPONSE_BYTES,
  MAX_ERROR_PAGE_BYTES,
  MAX_PAGE_BYTES,
  MAX_REPORTED_RUNS,
  MAX_REPORTED_RUNS_OF_ONE,
  MAX_SLOW_SPANS,
  SPEED_SPAN_MS,
  USUAL_MS,
} from '../../platform/http/limits';
import {
  MAX_FILES as MAX_FILES_OF_PROJECT,
  MAX_SETTINGS_FILES,
  MAX_SETTINGS_MIB,
} from '../../platform/projectFiles/files/projectFolder';
import { MAX_PROBLEMS } from '../../platform/projectFiles/files/readFile';
import { MAX_SETTINGS_FILE_MIB } from '../../platform/projectFiles/files/readJson';
import { MAX_PAUSE_MS, MAX_REFUSAL_MS } from '../../platform/pace/limits';
import { MAX_ATTEMPTS, MAX_SLOW_ATTEMPTS, SLOW_ATTEMPT_MS } from '../../platform/http/retry';
import { MAX_PAGES, PAGE_SIZE } from '../../platform/kubernetes/cluster';
import { MAX_LINES } from '../../platform/logs/logPart';
import { DEFAULT_WINDOW_SECONDS } from '../../platform/runs/start/startRegister';
import { MAX_RUNS } from '../../platform/runs/read/listRuns';

/** A bound as docs/dev/limits.md names it, and the tests that try to break it. */
export interface TestedBound {
  what: string;
  /** In words, with the figures that the code has. */
  bound: string;
  /** By file, the beginnings of the titles of its tests. */
  tests: Readonly<Record<string, readonly string[]>>;
}

const KIB = 1024;
const MIB = KIB * KIB;
const count = (value: number) => value.toLocaleString('en');
const seconds = (ms: number) => `${ms / 1_000} s`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;
const mib = (bytes: number) => `${bytes / MIB} MiB`;

/** Where a figure stands for two bounds, they have to be the same. */
function both(one: number, other: number): number {
  if (one !== other) throw new Error(`${one} and ${other} stand in one row of the bounds`);
  return one;
}

const { requests, entries, levels } = WALK_BOUNDS;

export const BOUNDS: readonly TestedBound[] = [
  {
    what: 'Silence before and within a response',
    bound: `${seconds(USUAL_MS)}, or \`DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS\`; also applies to logins and uploads`,
    tests: {
      'test/platform/http/silence.test.ts': ['the limit that was set for silence holds'],
    },
  },
  {
    what: 'A response kept in memory: data, schema, listing',
    bound: `${mib(MAX_RESPONSE_BYTES.data)}, ${minutes(MAX_RESPONSE_MS)}`,
    tests: {
      'test/platform/http/bounds.test.ts': [
        'a response that is %s ends in an error that names the bound',
        'a text that comes fast enough, but without an end, ends',
      ],
    },
  },
  {
    what: 'A login, from the request to the end of its response',
    bound: `${seconds(USUAL_MS)}, or \`DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS\`; tried once more only if no response had begun`,
    tests: {
      'test/platform/session/drippingLogin.test.ts': [
        'a login whose response drips ends in time',
        'a login whose response drips before it has a status ends in time, after one more',
      ],
    },
  },
  {
    what: 'The response to a login, an error page',
    bound: mib(both(MAX_RESPONSE_BYTES.short, MAX_ERROR_PAGE_BYTES)),
    tests: {
      'test/platform/http/bounds.test.ts': [
        'a short response has a bound of its own',
        'of an endless error page, the start is read',
      ],
    },
  },
  {
    what: 'Speed of any response, files included',
    bound: `${MIN_BYTES_PER_SECOND / KIB} KiB per second, over ${MAX_SLOW_SPANS === 2 ? 'two' : MAX_SLOW_SPANS} spans of ${seconds(SPEED_SPAN_MS)}`,
    tests: {
      'test/platform/http/bounds.test.ts': ['a response that drips ends', 'a file that drips ends'],
    },
  },
  {
    what: 'A pause that the platform asks for',
    bound: `${seconds(MAX_PAUSE_MS)}; all requests to that address pause together, for at most ${minutes(MAX_REFUSAL_MS)}`,
    tests: {
      'test/platform/http/originPauses.test.ts': [
        'a platform that asks for more than a minute is reported',
        'one that keeps refusing for long fails',
      ],
    },
  },
  {
    what: 'Attempts for a request that may be repeated',
    bound: `${MAX_ATTEMPTS}, or ${MAX_SLOW_ATTEMPTS} after silence or an attempt of more than ${seconds(SLOW_ATTEMPT_MS)}`,
    tests: {
      'test/platform/session/session.test.ts': [
        'a read that may be repeated is given up after four',
      ],
      'test/platform/bounds.test.ts': [
        'a request that meets silence is sent twice, and no more',
        'a failure that is long in coming is met twice, and no more',
      ],
    },
  },
  {
    what: 'A schema',
    bound: `${count(MAX_TYPES)} types`,
    tests: { 'test/platform/graphql/properties.test.ts': ['%s ends in a plain message'] },
  },
  {
    what: 'Runs of one job, lines of one log',
    bound: count(both(MAX_RUNS, MAX_LINES)),
    tests: {
      'test/platform/bounds.test.ts': ['a job with runs without an end gives the newest ones'],
      'test/nodes/Projects/runs/logs.test.ts': ['the last of 101,000 lines, and the first 100,000'],
    },
  },
  {
    what: 'Runs in a report, of one job and in all; its page',
    bound: `${count(MAX_REPORTED_RUNS_OF_ONE)} and ${count(MAX_REPORTED_RUNS)}; ${count(MAX_PAGE_BYTES / 1000)} KB`,
    tests: {
      'test/platform/bounds.test.ts': [
        'a report reads so many runs of one job, and so many of all',
      ],
      'test/platform/report/page.test.ts': ['of %i jobs it is no larger than documented'],
    },
  },
  {
    what: 'A folder that is listed with its subfolders',
    bound: `${count(requests)} requests, ${count(entries)} entries, ${levels} levels; ${count(MAX_FILES)} files for the trigger`,
    tests: {
      'test/platform/confFiles/listing/bounds.test.ts': [
        'where every folder holds two folders ends after 10,000 requests',
        'finds at most so many entries',
        'through a folder that holds itself ends after 65 requests',
      ],
      'test/platform/bounds.test.ts': ['a trigger watches as many files as it can remember'],
    },
  },
  {
    what: 'The files of a project, the problems that are found',
    bound: `${count(MAX_FILES_OF_PROJECT)}, with ${count(MAX_SETTINGS_FILES)} settings files of ${MAX_SETTINGS_MIB} MiB, each up to ${MAX_SETTINGS_FILE_MIB} MiB; ${MAX_PROBLEMS}`,
    tests: {
      'test/platform/projectFiles/files/validate.test.ts': [
        'of many mistakes, the first 100 are reported by line',
        'a project that is too large is one problem',
      ],
    },
  },
  {
    what: 'A list from the cluster',
    bound: `${MAX_PAGES} pages of ${PAGE_SIZE}`,
    tests: {
      'test/platform/bounds.test.ts': ['a list from the cluster without an end is an error'],
    },
  },
  {
    what: 'The search for a lost start',
    bound: `${DEFAULT_WINDOW_SECONDS} s, or \`DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS\``,
    tests: {
      'test/platform/runs/start/runStart.test.ts': [
        'a start that never arrived is not sent again: unknown',
      ],
    },
  },
  {
    what: 'Message and description of an error',
    bound: `${count(MESSAGE_BYTES)} and ${count(DESCRIPTION_BYTES)} bytes`,
    tests: { 'test/nodes/shared/errors/errors.test.ts': ['an error text is bounded'] },
  },
];
