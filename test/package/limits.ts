import type { INodeProperties } from 'n8n-workflow';
import { STOP_TIMEOUT_MS } from '../../nodes/Projects/runs/wait/itemOutcome';
import { waitOptionFields } from '../../nodes/Projects/runs/runOptions';
import { absenceFields } from '../../nodes/ProjectsTrigger/absence/fields';
import { DESCRIPTION_BYTES, MESSAGE_BYTES } from '../../nodes/shared/errors/errors';
import { SHARE, USUAL_BUDGET_MS } from '../../nodes/shared/polling/polling';
import { KEPT_MS as UPLOAD_TOKEN_KEPT_MS } from '../../platform/confFiles/connect/uploadTokenSource';
import { WALK_BOUNDS } from '../../platform/confFiles/listing/listing';
import { MAX_FILES } from '../../platform/confFiles/watch/watchedFolder';
import { KEPT_MS as CATALOG_KEPT_MS } from '../../platform/connection/catalogAddress';
import { MAX_TYPES } from '../../platform/graphql/schema/introspection';
import { KEPT_FOR_MS as SCHEMA_KEPT_FOR_MS } from '../../platform/graphql/schema/schemaStore';
import { CONNECT_TIMEOUT_MS } from '../../platform/http/connect';
import * as http from '../../platform/http/limits';
import * as retry from '../../platform/http/retry';
import { MAX_PAGES, PAGE_SIZE } from '../../platform/kubernetes/cluster';
import { MAX_LINES } from '../../platform/logs/logPart';
import * as pace from '../../platform/pace/limits';
import * as project from '../../platform/projectFiles/files/projectFolder';
import { MAX_PROBLEMS } from '../../platform/projectFiles/files/readFile';
import { MAX_SETTINGS_FILE_MIB } from '../../platform/projectFiles/files/readJson';
import { DEPLOY_TIMING } from '../../platform/projectFiles/options';
import { KEPT_FOR_MS as LABELS_KEPT_FOR_MS } from '../../platform/resources/catalog/technologyLabels';
import { MAX_RUNS } from '../../platform/runs/read/listRuns';
import { NAMES_TIMEOUT_MS } from '../../platform/runs/read/parentNames';
import { BESIDE_TIMEOUT_MS } from '../../platform/runs/read/readBeside';
import { DEFAULT_WINDOW_SECONDS } from '../../platform/runs/start/startRegister';
import { GIVE_UP_DELAYS } from '../../platform/runs/wait/refusals';
import { FIRST_POLL_AFTER_MS, POLL_TIMEOUT_MS } from '../../platform/runs/wait/runPoller';
import { NEW_FOR_MS, RENEW_BEFORE_END_MS } from '../../platform/session/session';
import { KEPT_MS as LIST_KEPT_MS } from '../../platform/time/cache';

const KIB = 1024;
const count = (value: number) => value.toLocaleString('en');
const seconds = (ms: number) => `${ms / 1_000} s`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;
const mib = (bytes: number) => `${bytes / KIB / KIB} MiB`;

/** Where a figure stands for two bounds, they have to be the same. */
function both(one: number, other: number): number {
  if (one !== other) throw new Error(`${one} and ${other} stand in one row of the bounds`);
  return one;
}

/** The default of a field, as the editor shows it. */
const usual = (fields: readonly INodeProperties[], name: string) =>
  String(fields.find((one) => one.name === name)?.default);

/** The time limits of docs/dev/limits.md, with the figures that the code has. */
export const TIME_LIMITS: ReadonlyArray<[what: string, limit: string]> = [
  ['A connection to the platform or a proxy', seconds(CONNECT_TIMEOUT_MS)],
  ['A wait for the end of a run', `${usual(waitOptionFields, 'timeout')} s`],
  ['The time between two polls of a wait', `${usual(waitOptionFields, 'pollInterval')} s`],
  ['The first poll of a wait', `after ${seconds(FIRST_POLL_AFTER_MS)}`],
  ['One poll of a wait; the next one follows', seconds(POLL_TIMEOUT_MS)],
  ['The same refusal that ends a wait', `for ${seconds(GIVE_UP_DELAYS.refusalMs)}`],
  ['A run that the platform does not know', `for ${seconds(GIVE_UP_DELAYS.unknownMs)}`],
  ['The end of a run after a stop request', seconds(STOP_TIMEOUT_MS)],
  ['Reading the logs of failed runs', seconds(BESIDE_TIMEOUT_MS)],
  ['Reading the variables of runs', seconds(BESIDE_TIMEOUT_MS)],
  ['Reading the names of jobs and projects', seconds(NAMES_TIMEOUT_MS)],
  [
    'One poll of a trigger',
    `${SHARE} of the time that n8n gives it; ${minutes(USUAL_BUDGET_MS)} if n8n does not say`,
  ],
  [
    'Before a scheduled run counts as missed',
    `${usual(absenceFields, 'gracePeriodMinutes')} minutes`,
  ],
  [
    '**Deploy**: runs that must end first',
    `${minutes(DEPLOY_TIMING.runsWithinMs)}, checked every ${seconds(DEPLOY_TIMING.pollIntervalMs)}`,
  ],
  ['**Deploy**: a new project becomes ready', minutes(DEPLOY_TIMING.readyWithinMs)],
  ['A token is renewed before its end', seconds(RENEW_BEFORE_END_MS)],
  [
    'A new session is not replaced again',
    `for ${seconds(NEW_FOR_MS)}, if it meets the response that the old one met`,
  ],
  ['The schema of the platform is kept', minutes(SCHEMA_KEPT_FOR_MS)],
  ['A list in the editor is kept', seconds(LIST_KEPT_MS)],
  ['The names of technologies are kept', minutes(LABELS_KEPT_FOR_MS)],
  ['The address of the catalog is kept', minutes(CATALOG_KEPT_MS)],
  ['An upload token from the cluster is kept', minutes(UPLOAD_TOKEN_KEPT_MS)],
  ['A limit of rate that was learned is kept', minutes(pace.KEPT_MS)],
  ['A limit of size that was learned is kept', minutes(http.REQUEST_LIMITS_KEPT_FOR_MS)],
];

const OR_VARIABLE = `${seconds(http.USUAL_MS)}, or \`DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS\``;
const BOUNDS_OF_NODES = 'test/platform/bounds.test.ts';
const BOUNDS_OF_HTTP = 'test/platform/http/bounds.test.ts';

/** A bound as docs/dev/limits.md names it, in words, and the beginnings of the titles of the tests that try to break it, by file. */
interface TestedBound {
  what: string;
  bound: string;
  tests: Readonly<Record<string, readonly string[]>>;
}

export const BOUNDS: readonly TestedBound[] = [
  {
    what: 'Silence before and within a response',
    bound: `${OR_VARIABLE}; also applies to logins and uploads`,
    tests: {
      'test/platform/http/silence.test.ts': ['the limit that was set for silence holds'],
    },
  },
  {
    what: 'A response kept in memory: data, schema, listing',
    bound: `${mib(http.MAX_RESPONSE_BYTES.data)}, ${minutes(http.MAX_RESPONSE_MS)}`,
    tests: {
      [BOUNDS_OF_HTTP]: ['%s ends in an error that names the bound'],
    },
  },
  {
    what: 'A login, from the request to the end of its response',
    bound: `${OR_VARIABLE}; tried once more only if no response had begun`,
    tests: {
      'test/platform/session/drippingLogin.test.ts': [
        'a login whose response drips ends in time',
        'a login whose response drips before it has a status ends in time, after one more',
      ],
    },
  },
  {
    what: 'The response to a login, an error page',
    bound: mib(both(http.MAX_RESPONSE_BYTES.short, http.MAX_ERROR_PAGE_BYTES)),
    tests: {
      [BOUNDS_OF_HTTP]: [
        'a short response has a bound of its own',
        'of an endless error page, the start is read',
      ],
    },
  },
  {
    what: 'Speed of any response, files included',
    bound: `${http.MIN_BYTES_PER_SECOND / KIB} KiB per second, over ${http.MAX_SLOW_SPANS === 2 ? 'two' : http.MAX_SLOW_SPANS} spans of ${seconds(http.SPEED_SPAN_MS)}`,
    tests: {
      [BOUNDS_OF_HTTP]: [
        '%s ends in an error that names the bound',
        'a large file that comes slowly, but comes, is read to its end',
      ],
    },
  },
  {
    what: 'A pause that the platform asks for',
    bound: `${seconds(pace.MAX_PAUSE_MS)}; all requests to that address pause together, for at most ${minutes(pace.MAX_REFUSAL_MS)}`,
    tests: {
      'test/platform/http/originPauses.test.ts': [
        'a platform that asks for more than a minute is reported',
        'one that keeps refusing for long fails',
      ],
    },
  },
  {
    what: 'Attempts for a request that may be repeated',
    bound: `${retry.MAX_ATTEMPTS}, or ${retry.MAX_SLOW_ATTEMPTS} after silence or an attempt of more than ${seconds(retry.SLOW_ATTEMPT_MS)}`,
    tests: {
      'test/platform/http/silence.test.ts': ['the limit that was set for silence holds'],
      [BOUNDS_OF_NODES]: [
        'a failure that is long in coming is met twice, and no more',
        'one that comes sooner is met four times',
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
      [BOUNDS_OF_NODES]: ['a job with runs without an end gives the newest ones'],
      'test/nodes/Projects/runs/logs.test.ts': ['the last of 101,000 lines, and the first 100,000'],
    },
  },
  {
    what: 'Runs in a report, of one job and in all; its page',
    bound: `${count(http.MAX_REPORTED_RUNS_OF_ONE)} and ${count(http.MAX_REPORTED_RUNS)}; ${count(http.MAX_PAGE_BYTES / 1000)} KB`,
    tests: {
      [BOUNDS_OF_NODES]: ['a report reads so many runs of one job, and so many of all'],
      'test/platform/report/page.test.ts': ['of %i jobs it is no larger than documented'],
    },
  },
  {
    what: 'A folder that is listed with its subfolders',
    bound: `${count(WALK_BOUNDS.requests)} requests, ${count(WALK_BOUNDS.entries)} entries, ${WALK_BOUNDS.levels} levels; ${count(MAX_FILES)} files for the trigger`,
    tests: {
      'test/platform/confFiles/listing/bounds.test.ts': [
        'where every folder holds two folders ends after 10,000 requests',
        'finds at most so many entries',
        'through a folder that holds itself ends after 65 requests',
      ],
      [BOUNDS_OF_NODES]: ['a trigger watches as many files as it can remember'],
    },
  },
  {
    what: 'The files of a project, the problems that are found',
    bound: `${count(project.MAX_FILES)}, with ${count(project.MAX_SETTINGS_FILES)} settings files of ${project.MAX_SETTINGS_MIB} MiB, each up to ${MAX_SETTINGS_FILE_MIB} MiB; ${MAX_PROBLEMS}`,
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
      [BOUNDS_OF_NODES]: ['a list from the cluster without an end is an error'],
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
