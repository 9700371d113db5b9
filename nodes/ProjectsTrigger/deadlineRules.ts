import type { IPollFunctions } from 'n8n-workflow';
import { InvalidInputError } from '../../platform/common/errors/errors';
import type { QuietDates } from '../../platform/runs/schedules/quietDates';
import { readQuietRule, describeSkippedEvents } from '../../platform/runs/schedules/readQuietDates';
import { requireZone } from '../../platform/runs/schedules/scheduleReader';
import { excerpt } from '../../platform/common/text/text';
import {
  DEADLINE_EVENTS,
  type DeadlineRules,
  type SuccessDeadline,
  type TooLongRule,
} from '../../platform/watch/deadlines/rules';
import type { ItemParameters } from '../shared/parameters/nodeParameters';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAYS_OF_A_WEEK = 7;

/** Returns undefined if no deadline event is chosen. */
export function readDeadlineRules(
  poll: IPollFunctions,
  parameters: ItemParameters,
  events: readonly string[],
): DeadlineRules | undefined {
  if (!DEADLINE_EVENTS.some((name) => events.includes(name))) return undefined;
  return {
    ...(events.includes('scheduleMissed') && {
      scheduleMissed: { graceMs: parameters.number('gracePeriodMinutes') * MINUTE_MS },
    }),
    ...(events.includes('notSucceededInTime') && {
      notSucceededInTime: readDeadline(poll, parameters),
    }),
    ...(events.includes('runTooLong') && { runTooLong: readTooLongRule(parameters) }),
    ...(events.includes('recovered') && { recovered: true }),
    ...(parameters.isGiven('options.quietDates') && {
      quiet: readQuietOption(poll, parameters),
    }),
  };
}

const datesWithWarning = new WeakSet<QuietDates>();

/** Reads the dates without events. If entries of their calendar cannot be used, logs that once, not in each poll. */
function readQuietOption(poll: IPollFunctions, parameters: ItemParameters) {
  const text = parameters.text('options.quietDates');
  const rule = readQuietRule(text, poll.getTimezone());
  const message = describeSkippedEvents(rule.dates);
  if (message && !datesWithWarning.has(rule.dates)) {
    datesWithWarning.add(rule.dates);
    poll.logger.warn(`${poll.getNode().name}: ${message}`);
  }
  return rule;
}

function readDeadline(poll: IPollFunctions, parameters: ItemParameters): SuccessDeadline {
  if (parameters.choice('deadline') === 'age') {
    return { kind: 'age', ms: Math.round(parameters.number('deadlineHours') * HOUR_MS) };
  }
  const chosen = parameters.choices('deadlineDays');
  const days = chosen.length === DAYS_OF_A_WEEK ? '*' : [...chosen].sort().join(',');
  const hasStartTime = parameters.choice('countsFrom') === 'timeOfDay';
  const timezone = parameters.text('deadlineTimezone').trim() || poll.getTimezone();
  requireZone(timezone);
  return {
    kind: 'timeOfDay',
    cron: `${buildCronTime(parameters, 'deadlineTime')} * * ${days}`,
    timezone,
    ...(hasStartTime && { countsFrom: `${buildCronTime(parameters, 'countsFromTime')} * * *` }),
  };
}

function readTooLongRule(parameters: ItemParameters): TooLongRule {
  return parameters.choice('tooLong') === 'minutes'
    ? { kind: 'minutes', ms: parameters.number('tooLongMinutes') * MINUTE_MS }
    : { kind: 'timesUsual', times: parameters.number('tooLongTimes') };
}

/** Returns the minute and hour fields of a cron expression. */
function buildCronTime(parameters: ItemParameters, name: string): string {
  const text = parameters.text(name).trim();
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) {
    throw new InvalidInputError(
      `"${excerpt(text)}" is not a valid time of day`,
      `Enter hours and minutes in "${parameters.displayName(name)}", for example 06:00.`,
    );
  }
  return `${Number(minutes)} ${Number(hours)}`;
}
