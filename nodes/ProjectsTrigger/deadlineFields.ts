import type { INodeProperties } from 'n8n-workflow';

const forMissed = { events: ['scheduleMissed'] };
const forDeadline = { events: ['notSucceededInTime'] };
const forTimeOfDay = { ...forDeadline, deadline: ['timeOfDay'] };
const forTooLong = { events: ['runTooLong'] };

const DEFAULT_DEADLINE = '06:00';

/** The settings of the events about missed, late and long runs. Each is shown if its event is chosen. */
export const deadlineFields: INodeProperties[] = [
  {
    displayName: 'Grace Period (Minutes)',
    name: 'gracePeriodMinutes',
    type: 'number',
    default: 15,
    typeOptions: { minValue: 0, maxValue: 10_080 },
    description:
      'Max number of minutes that a run may start late. If the clocks of n8n and the platform differ, add the difference.',
    displayOptions: { show: forMissed },
  },
  {
    displayName: 'Deadline',
    name: 'deadline',
    type: 'options',
    noDataExpression: true,
    default: 'timeOfDay',
    description: 'When a run must have succeeded',
    options: [
      {
        name: 'Time of Day',
        value: 'timeOfDay',
        description: 'A run must succeed by this time on each of the chosen days',
      },
      {
        name: 'Age of Last Success',
        value: 'age',
        description: 'The last success must not be older than a number of hours',
      },
    ],
    displayOptions: { show: forDeadline },
  },
  {
    displayName: 'Time',
    name: 'deadlineTime',
    type: 'string',
    default: DEFAULT_DEADLINE,
    placeholder: DEFAULT_DEADLINE,
    required: true,
    description: 'Hours and minutes, from 00:00 to 23:59',
    displayOptions: { show: forTimeOfDay },
  },
  {
    displayName: 'Days',
    name: 'deadlineDays',
    type: 'multiOptions',
    default: ['1', '2', '3', '4', '5', '6', '0'],
    required: true,
    description: 'The days with a deadline',
    options: [
      { name: 'Monday', value: '1' },
      { name: 'Tuesday', value: '2' },
      { name: 'Wednesday', value: '3' },
      { name: 'Thursday', value: '4' },
      { name: 'Friday', value: '5' },
      { name: 'Saturday', value: '6' },
      { name: 'Sunday', value: '0' },
    ],
    displayOptions: { show: forTimeOfDay },
  },
  {
    displayName: 'Time Zone',
    name: 'deadlineTimezone',
    type: 'string',
    default: '',
    placeholder: 'e.g. Europe/Paris',
    description: "The time zone of the deadline. Leave empty to use the workflow's time zone.",
    displayOptions: { show: forTimeOfDay },
  },
  {
    displayName: 'Count Successes From',
    name: 'countsFrom',
    type: 'options',
    noDataExpression: true,
    default: 'previousDeadline',
    description: 'The successes that count for the deadline',
    options: [
      {
        name: 'Previous Deadline',
        value: 'previousDeadline',
        description: 'Count all successes since the previous deadline',
      },
      {
        name: 'Fixed Time',
        value: 'timeOfDay',
        description:
          'Count only successes since "Count Successes From Time" on the day of the deadline, or on the day before if that time is not before the deadline',
      },
    ],
    displayOptions: { show: forTimeOfDay },
  },
  {
    displayName: 'Count Successes From Time',
    name: 'countsFromTime',
    type: 'string',
    default: '00:00',
    placeholder: '00:00',
    required: true,
    description: 'Hours and minutes, from 00:00 to 23:59',
    displayOptions: { show: { ...forTimeOfDay, countsFrom: ['timeOfDay'] } },
  },
  {
    displayName: 'Age of Last Success (Hours)',
    name: 'deadlineHours',
    type: 'number',
    default: 24,
    typeOptions: { minValue: 0.01, maxValue: 8784, numberPrecision: 2 },
    description: 'Max number of hours since the last success',
    displayOptions: { show: { ...forDeadline, deadline: ['age'] } },
  },
  {
    displayName: 'Limit for a Run',
    name: 'tooLong',
    type: 'options',
    noDataExpression: true,
    default: 'timesUsual',
    description: 'The limit for the duration of a run',
    options: [
      {
        name: 'Minutes',
        value: 'minutes',
        description: 'A fixed number of minutes',
      },
      {
        name: 'Times the Usual',
        value: 'timesUsual',
        description:
          'A multiple of the usual duration, which is the median of the last 20 successful runs. At least 5 successful runs are needed.',
      },
    ],
    displayOptions: { show: forTooLong },
  },
  {
    displayName: 'Minutes',
    name: 'tooLongMinutes',
    type: 'number',
    default: 60,
    typeOptions: { minValue: 1, maxValue: 525_600 },
    description: 'Max number of minutes that a run may take',
    displayOptions: { show: { ...forTooLong, tooLong: ['minutes'] } },
  },
  {
    displayName: 'Times the Usual',
    name: 'tooLongTimes',
    type: 'number',
    default: 3,
    typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 1 },
    description: 'Max duration of a run, as a multiple of the usual duration',
    displayOptions: { show: { ...forTooLong, tooLong: ['timesUsual'] } },
  },
];
