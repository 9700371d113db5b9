import { GROWING } from '../../../bench/report/growth';
import { MOST_TEXT_BYTES } from '../../../nodes/shared/tools/toolOutput';
import { KEPT_MS as TOKEN_KEPT_MS } from '../../../platform/confFiles/connect/uploadTokenSource';
import { MAX_MAIL_PAGE_BYTES, MOST_PAGE_BYTES, USUAL_MS } from '../../../platform/http/limits';
import { CONNECT_TIMEOUT_MS } from '../../../platform/http/connect';
import { MAX_SETTINGS_MIB } from '../../../platform/projectFiles/files/projectFolder';
import { MAX_SETTINGS_FILE_MIB } from '../../../platform/projectFiles/files/readJson';
import { LONGEST_DAYS } from '../../../platform/report/period';
import { GRACE_MS } from '../../../platform/report/missed';
import { SLOW_MORE_MS } from '../../../platform/report/state';
import { LOG_TIMEOUT_MS } from '../../../platform/runs/logs/failureLog';
import { DEFAULT_WINDOW_SECONDS } from '../../../platform/runs/start/startRegister';

/** Figures of a page as they stand in it, and what they are held by. */
export interface Figures {
  page: string;
  /** Texts with figures that the code or docs/performance.json has: when that changes, the page has to. */
  same?: readonly string[];
  /** Figures that the test in this file is about. */
  tested?: Readonly<Record<string, readonly string[]>>;
  /** Figures that were measured once, by the command, on the machine that the page describes. */
  measured?: Readonly<Record<string, readonly string[]>>;
  /** Of an example, of n8n or of the world around: not ours to hold. */
  others?: readonly string[];
}

const KIB = 1_024;
const seconds = (ms: number) => `${ms / 1_000} s`;
const inSeconds = (ms: number) => `${ms / 1_000} seconds`;
const inMinutes = (ms: number) => `${ms / 60_000} minutes`;

export const FIGURES: readonly Figures[] = [
  {
    page: 'ai.md',
    same: [`${MOST_TEXT_BYTES / KIB} KiB`],
    others: ['60 seconds'],
  },
  { page: 'data.md', same: [inMinutes(TOKEN_KEPT_MS)] },
  {
    page: 'deadlines.md',
    same: [inMinutes(GRACE_MS)],
    tested: { 'test/nodes/ProjectsTrigger/absence.test.ts': ['100 bytes'] },
  },
  {
    page: 'network.md',
    same: [inSeconds(CONNECT_TIMEOUT_MS), inSeconds(USUAL_MS)],
    measured: { 'test:field': ['12 s', '32 s', '1 KB', '7 KB', '4 KB', '16 KB'] },
  },
  {
    page: 'dev/performance.md',
    measured: {
      bench: ['350 MiB/s', '1 GiB', '2.95 s', '1.5 times', '512 MiB', '0.35 s', '0.37 s', '20 ms'],
    },
    same: [`${GROWING.seconds * 1_000} ms`, `${GROWING.grownMiB} MiB`],
  },
  {
    page: 'dev/tested.md',
    same: [inSeconds(DEFAULT_WINDOW_SECONDS * 1_000)],
    tested: { 'test/platform/projectFiles/deploy/requests.test.ts': ['1.1 times'] },
  },
  {
    page: 'project-files.md',
    same: [`${MAX_SETTINGS_FILE_MIB} MiB`, `${MAX_SETTINGS_MIB} MiB`],
  },
  { page: 'projects.md', same: [inSeconds(DEFAULT_WINDOW_SECONDS * 1_000)] },
  {
    page: 'report.md',
    same: [
      `${LONGEST_DAYS} days`,
      seconds(SLOW_MORE_MS),
      inMinutes(GRACE_MS),
      `${MOST_PAGE_BYTES / 1_000} KB`,
      `${MAX_MAIL_PAGE_BYTES / 1_000} KB`,
    ],
  },
  {
    page: 'runs.md',
    same: [seconds(LOG_TIMEOUT_MS), inSeconds(DEFAULT_WINDOW_SECONDS * 1_000)],
    tested: { 'test/package/timeLimits.ts': ['3600 seconds'] },
  },
  {
    page: 'dev/queue-mode.md',
    measured: {
      'test:queue': [
        '24 GB',
        '10 s',
        '25 s',
        '65 s',
        '144 s',
        '20 s',
        '1 MiB',
        '124 s',
        '18 s',
        '0.7 GB',
      ],
    },
  },
  {
    page: 'scale.md',
    measured: { 'test:queue': ['24 GB', '10 s', '65 s', '90 s', '0.7 GB'] },
    others: ['65 seconds', '30 s', '20 s'],
  },
  { page: 'time-zones.md', others: ['23 or 25 hours'] },
  {
    page: 'triggers.md',
    same: [inSeconds(LOG_TIMEOUT_MS)],
    tested: {
      'test/nodes/ProjectsTrigger/simulation.test.ts': ['50 bytes', '55 KB'],
      'test/nodes/ConfFilesTrigger/failures.test.ts': ['1 MB'],
    },
  },
];
