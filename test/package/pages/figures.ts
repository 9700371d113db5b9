import { GROWING } from '../../bench/goals';
import { MAX_TEXT_BYTES } from '../../../nodes/shared/tools/toolOutput';
import { KEPT_MS as TOKEN_KEPT_MS } from '../../../platform/confFiles/connect/uploadTokenSource';
import { WALK_BOUNDS } from '../../../platform/confFiles/listing/listing';
import { MAX_FILES } from '../../../platform/confFiles/watch/watchedFolder';
import * as http from '../../../platform/http/limits';
import { MAX_LINES } from '../../../platform/logs/logPart';
import { CONNECT_TIMEOUT_MS } from '../../../platform/http/connect';
import * as project from '../../../platform/projectFiles/files/projectFolder';
import { MAX_PROBLEMS } from '../../../platform/projectFiles/files/readFile';
import { MAX_SETTINGS_FILE_MIB } from '../../../platform/projectFiles/files/readJson';
import { MIN_RUNS_FOR_USUAL, RUNS_FOR_USUAL } from '../../../platform/statistics/usual';
import { MAX_DAYS } from '../../../platform/report/period';
import { GRACE_MS } from '../../../platform/report/missed';
import { SLOW_MORE_MS } from '../../../platform/report/state';
import { BESIDE_TIMEOUT_MS } from '../../../platform/runs/read/readBeside';
import { DEFAULT_WINDOW_SECONDS } from '../../../platform/runs/start/startRegister';

/** Figures of a page as they stand in it, and what they are held by. */
export interface Figures {
  page: string;
  /** Texts with figures that the code or docs/performance.json has: when that changes, the page has to. */
  same?: readonly string[];
  /** Amounts that are constants which one module alone knows, by the text: what the code declares, without its first word. */
  constants?: Readonly<Record<string, string>>;
}

const KIB = 1_024;
const count = (value: number) => value.toLocaleString('en');
const seconds = (ms: number) => `${ms / 1_000} s`;
const inSeconds = (ms: number) => `${ms / 1_000} seconds`;
const inMinutes = (ms: number) => `${ms / 60_000} minutes`;

export const FIGURES: readonly Figures[] = [
  {
    page: 'ai.md',
    same: [`${MAX_TEXT_BYTES / KIB} KiB`],
    constants: { '50 entries': 'ITEMS = 50' },
  },
  {
    page: 'configuration-files.md',
    same: [
      `${count(WALK_BOUNDS.requests)} requests`,
      `${count(WALK_BOUNDS.entries)} entries`,
      `${WALK_BOUNDS.levels} levels`,
    ],
    constants: { '4,096 characters': 'CHARACTERS = 4096', '10, whichever is more': 'FILES = 10' },
  },
  { page: 'data.md', same: [inMinutes(TOKEN_KEPT_MS)] },
  {
    page: 'deadlines.md',
    same: [
      inMinutes(GRACE_MS),
      `${RUNS_FOR_USUAL} runs`,
      `fewer than ${MIN_RUNS_FOR_USUAL} nothing`,
    ],
    constants: { '100 newest runs': 'READ = 100' },
  },
  {
    page: 'graphql.md',
    constants: { '400 plain fields': 'LIMITS: AutoSelectionLimits = { depth: 2, fields: 400 }' },
  },
  {
    page: 'network.md',
    same: [inSeconds(CONNECT_TIMEOUT_MS), inSeconds(http.USUAL_MS)],
  },
  {
    page: 'dev/performance.md',
    same: [
      `${GROWING.seconds * 1_000} ms`,
      `${GROWING.grownMiB} MiB`,
      `${http.MAX_PARTS} lists`,
      `${http.MAX_PARTS} runs`,
    ],
  },
  {
    page: 'dev/tested.md',
    same: [inSeconds(DEFAULT_WINDOW_SECONDS * 1_000)],
  },
  { page: 'performance.md', same: [`${http.MAX_PARTS} lists`] },
  {
    page: 'project-files.md',
    same: [
      `${MAX_SETTINGS_FILE_MIB} MiB`,
      `${project.MAX_SETTINGS_MIB} MiB`,
      `${count(project.MAX_SETTINGS_FILES)} settings files`,
      `${count(project.MAX_FILES)} files`,
      `at most ${MAX_PROBLEMS}, and how many more`,
    ],
    constants: { '254 characters': 'NAME = 254', '1,000 entries': 'PROTECTED = 1_000' },
  },
  {
    page: 'projects-as-code.md',
    constants: {
      '20 entries': 'BLOCKED = 20',
      '50,000 characters': 'CHARACTERS = 50_000',
      '100 changes': 'CHANGES = 100',
      'half of the project, or 5': 'DELETIONS = 5',
    },
  },
  { page: 'projects.md', same: [inSeconds(DEFAULT_WINDOW_SECONDS * 1_000)] },
  {
    page: 'report.md',
    same: [
      `${MAX_DAYS} days`,
      seconds(SLOW_MORE_MS),
      inMinutes(GRACE_MS),
      `${http.MAX_PAGE_BYTES / 1_000} KB`,
      `${http.MAX_MAIL_PAGE_BYTES / 1_000} KB`,
    ],
  },
  {
    page: 'runs.md',
    same: [
      seconds(BESIDE_TIMEOUT_MS),
      inSeconds(DEFAULT_WINDOW_SECONDS * 1_000),
      `up to ${RUNS_FOR_USUAL} successes`,
      `${count(MAX_LINES)}. If lines were left out`,
    ],
    constants: {
      '50 are sent at a time': 'CONCURRENT_STARTS = 50',
      '6,000 characters': 'CHARACTERS = 6_000',
      '1,000 at most': 'LOG_LINES = 1_000',
      '1,000 variables': 'VARIABLES = 1_000',
      '999 lines': 'LINES_AT_EACH_END = 999',
      '20 newest runs': 'NEWEST_RUNS = 20',
      '200,000 lines': 'LINES_SEARCHED = 200_000',
      '100,000 characters': 'TOOL_CHARACTERS = 100_000',
    },
  },
  {
    page: 'triggers.md',
    same: [inSeconds(BESIDE_TIMEOUT_MS), `${count(MAX_FILES)} files`],
    constants: { '200 failed runs': 'RUNS = 200', '25 newest runs': 'NEWEST_RUNS_AT_FIRST = 25' },
  },
];
