import type { INodeProperties } from 'n8n-workflow';
import { STOP_TIMEOUT_MS } from '../../nodes/Projects/runs/wait/itemOutcome';
import { waitOptionFields } from '../../nodes/Projects/runs/runOptions';
import { absenceFields } from '../../nodes/ProjectsTrigger/absence/fields';
import { SHARE, USUAL_BUDGET_MS } from '../../nodes/shared/polling/polling';
import { KEPT_FOR_MS as LABELS_KEPT_FOR_MS } from '../../platform/resources/catalog/technologyLabels';
import { KEPT_MS as UPLOAD_TOKEN_KEPT_MS } from '../../platform/confFiles/connect/uploadTokenSource';
import { KEPT_FOR_MS as SCHEMA_KEPT_FOR_MS } from '../../platform/graphql/schema/schemaStore';
import { KEPT_MS as CATALOG_KEPT_MS } from '../../platform/connection/catalogAddress';
import { CONNECT_TIMEOUT_MS } from '../../platform/http/connect';
import { REQUEST_LIMITS_KEPT_FOR_MS } from '../../platform/http/limits';
import { KEPT_MS as LIST_KEPT_MS } from '../../platform/time/cachedList';
import { KEPT_MS as PACE_KEPT_MS } from '../../platform/pace/limits';
import { DEPLOY_TIMING } from '../../platform/projectFiles/options';
import { BESIDE_TIMEOUT_MS } from '../../platform/runs/read/readBeside';
import { NAMES_TIMEOUT_MS } from '../../platform/runs/read/parentNames';
import { GIVE_UP_DELAYS } from '../../platform/runs/wait/refusals';
import { FIRST_POLL_AFTER_MS, POLL_TIMEOUT_MS } from '../../platform/runs/wait/runPoller';
import { NEW_FOR_MS, RENEW_BEFORE_END_MS } from '../../platform/session/session';

/** A time limit as docs/dev/limits.md names it. */
export type TimeLimit = readonly [what: string, limit: string, change: string];

const seconds = (ms: number) => `${ms / 1_000} s`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;

/** The default of an option, as the editor shows it. */
function usual(fields: readonly INodeProperties[], name: string): number {
  const field = fields.find((one) => one.name === name);
  if (typeof field?.default !== 'number') throw new Error(`There is no number ${name}`);
  return field.default;
}

const timeout = usual(waitOptionFields, 'timeout');
const pollInterval = usual(waitOptionFields, 'pollInterval');
const grace = usual(absenceFields, 'gracePeriodMinutes');

/** All time limits but those that docs/dev/limits.md lists as bounds. */
export const TIME_LIMITS: readonly TimeLimit[] = [
  ['A connection to the platform or a proxy', seconds(CONNECT_TIMEOUT_MS), ''],
  ['A wait for the end of a run', `${timeout} s`, 'Option **Timeout (Seconds)**'],
  [
    'The time between two polls of a wait',
    `${pollInterval} s`,
    'Option **Poll Interval (Seconds)**',
  ],
  ['The first poll of a wait', `after ${seconds(FIRST_POLL_AFTER_MS)}`, ''],
  ['One poll of a wait; the next one follows', seconds(POLL_TIMEOUT_MS), ''],
  ['The same refusal that ends a wait', `for ${seconds(GIVE_UP_DELAYS.refusalMs)}`, ''],
  ['A run that the platform does not know', `for ${seconds(GIVE_UP_DELAYS.unknownMs)}`, ''],
  ['The end of a run after a stop request', seconds(STOP_TIMEOUT_MS), ''],
  [
    'Reading the logs of failed runs',
    seconds(BESIDE_TIMEOUT_MS),
    'Option **Log Lines** = 0: no log is read',
  ],
  [
    'Reading the variables of runs',
    seconds(BESIDE_TIMEOUT_MS),
    'Option **Include Variables** = off: none are read',
  ],
  ['Reading the names of jobs and projects', seconds(NAMES_TIMEOUT_MS), ''],
  [
    'One poll of a trigger',
    `${SHARE} of the time that n8n gives it; ${minutes(USUAL_BUDGET_MS)} if n8n does not say`,
    '`N8N_SCHEDULER_POLL_TIMEOUT`, where n8n uses it',
  ],
  ['Before a scheduled run counts as missed', `${grace} minutes`, '**Grace Period (Minutes)**'],
  [
    '**Deploy**: runs that must end first',
    `${minutes(DEPLOY_TIMING.runsWithinMs)}, checked every ${seconds(DEPLOY_TIMING.pollIntervalMs)}`,
    'Option **If Running**',
  ],
  ['**Deploy**: a new project becomes ready', minutes(DEPLOY_TIMING.readyWithinMs), ''],
  ['A token is renewed before its end', seconds(RENEW_BEFORE_END_MS), ''],
  [
    'A new session is not replaced again',
    `for ${seconds(NEW_FOR_MS)}, if it meets the response that the old one met`,
    '',
  ],
  ['The schema of the platform is kept', minutes(SCHEMA_KEPT_FOR_MS), ''],
  ['A list in the editor is kept', seconds(LIST_KEPT_MS), ''],
  ['The names of technologies are kept', minutes(LABELS_KEPT_FOR_MS), ''],
  ['The address of the catalog is kept', minutes(CATALOG_KEPT_MS), ''],
  ['An upload token from the cluster is kept', minutes(UPLOAD_TOKEN_KEPT_MS), ''],
  ['A limit of rate that was learned is kept', minutes(PACE_KEPT_MS), ''],
  ['A limit of size that was learned is kept', minutes(REQUEST_LIMITS_KEPT_FOR_MS), ''],
];
