import type { INodeProperties } from 'n8n-workflow';

const onMissed = { events: ['scheduleMissed'] };
const onDeadline = { events: ['notSucceededInTime'] };
const onTimeOfDay = { ...onDeadline, deadline: ['timeOfDay'] };
const onTooLong = { events: ['runTooLong'] };

const PLACEHOLDER = '06:00';

/** By what measure something is late; each is shown with its event. */
export const absenceFields: INodeProperties[] = [
  {
    displayName: 'Grace Period (Minutes)',
    name: 'gracePeriodMinutes',
    type: 'number',
    default: 15,
    typeOptions: { minValue: 0, maxValue: 10_080 },
    description:
      'How long after its scheduled time a run may begin. It also has to cover the difference between the clocks of n8n and the platform.',
    displayOptions: { show: onMissed },
  },
  {
    displayName: 'Deadline',
    name: 'deadline',
    type: 'options',
    noDataExpression: true,
    default: 'timeOfDay',
    description: 'By when a run has to succeed',
    options: [
      {
        name: 'Time of Day',
        value: 'timeOfDay',
        description: 'A run has to succeed by this time, on each of the days',
      },
      {
        name: 'Age',
        value: 'age',
        description: 'The last success must not be older than this',
      },
    ],
    displayOptions: { show: onDeadline },
  },
  {
    displayName: 'Time',
    name: 'deadlineTime',
    type: 'string',
    default: PLACEHOLDER,
    placeholder: PLACEHOLDER,
    required: true,
    description: 'Hours and minutes, from 00:00 to 23:59',
    displayOptions: { show: onTimeOfDay },
  },
  {
    displayName: 'Days',
    name: 'deadlineDays',
    type: 'multiOptions',
    default: ['1', '2', '3', '4', '5', '6', '0'],
    required: true,
    description: 'On which days there is a deadline',
    options: [
      { name: 'Monday', value: '1' },
      { name: 'Tuesday', value: '2' },
      { name: 'Wednesday', value: '3' },
      { name: 'Thursday', value: '4' },
      { name: 'Friday', value: '5' },
      { name: 'Saturday', value: '6' },
      { name: 'Sunday', value: '0' },
    ],
    displayOptions: { show: onTimeOfDay },
  },
  {
    displayName: 'Time Zone',
    name: 'deadlineTimezone',
    type: 'string',
    default: '',
    placeholder: 'Europe/Paris',
    description: "Leave it empty for the workflow's time zone",
    displayOptions: { show: onTimeOfDay },
  },
  {
    displayName: 'Counts From',
    name: 'countsFrom',
    type: 'options',
    noDataExpression: true,
    default: 'previousDeadline',
    description: 'Since when a success counts for the deadline',
    options: [
      {
        name: 'Previous Deadline',
        value: 'previousDeadline',
        description: 'Every success since the deadline before counts',
      },
      {
        name: 'Time of Day',
        value: 'timeOfDay',
        description: 'Only a success after this time, the last one before the deadline, counts',
      },
    ],
    displayOptions: { show: onTimeOfDay },
  },
  {
    displayName: 'Counts From Time',
    name: 'countsFromTime',
    type: 'string',
    default: '00:00',
    placeholder: '00:00',
    required: true,
    description: 'Hours and minutes, from 00:00 to 23:59',
    displayOptions: { show: { ...onTimeOfDay, countsFrom: ['timeOfDay'] } },
  },
  {
    displayName: 'Age (Hours)',
    name: 'deadlineHours',
    type: 'number',
    default: 24,
    typeOptions: { minValue: 0.01, maxValue: 8784, numberPrecision: 2 },
    description: 'No success for more than so many hours is too old',
    displayOptions: { show: { ...onDeadline, deadline: ['age'] } },
  },
  {
    displayName: 'Too Long',
    name: 'tooLong',
    type: 'options',
    noDataExpression: true,
    default: 'timesUsual',
    description: 'When a run that is still running takes too long',
    options: [
      { name: 'Minutes', value: 'minutes', description: 'Longer than so many minutes' },
      {
        name: 'Times the Usual',
        value: 'timesUsual',
        description:
          'Longer than so many times the median of the last 20 runs that succeeded; there have to be 5 of them',
      },
    ],
    displayOptions: { show: onTooLong },
  },
  {
    displayName: 'Minutes',
    name: 'tooLongMinutes',
    type: 'number',
    default: 60,
    typeOptions: { minValue: 1, maxValue: 525_600 },
    description: 'How long a run may take',
    displayOptions: { show: { ...onTooLong, tooLong: ['minutes'] } },
  },
  {
    displayName: 'Times the Usual',
    name: 'tooLongTimes',
    type: 'number',
    default: 3,
    typeOptions: { minValue: 1, maxValue: 1000, numberPrecision: 1 },
    description: 'How many times the usual time a run may take',
    displayOptions: { show: { ...onTooLong, tooLong: ['timesUsual'] } },
  },
];
