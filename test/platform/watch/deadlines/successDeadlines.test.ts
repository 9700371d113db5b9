import { readQuietDates } from '../../../../platform/runs/schedules/readQuietDates';
import { loadScheduleReader } from '../../../../platform/runs/schedules/scheduleReader';
import { findMissedDeadlines } from '../../../../platform/watch/deadlines/successDeadlines';

const ms = (time: string) => Date.parse(`2026-11-${time}Z`);
const DAILY = { kind: 'timeOfDay', cron: '0 1 * * *', timezone: 'UTC' } as const;
const FROM_EVENING = { ...DAILY, countsFrom: '0 23 * * *' };

test.each([
  ['the previous deadline', DAILY, '', '21T12:00', 1],
  ['the previous deadline', DAILY, '', '22T12:00', 0],
  ['the last deadline that is not quiet', DAILY, '2026-11-22', '21T12:00', 0],
  ['the evening before', FROM_EVENING, '', '22T12:00', 1],
  ['the evening before', FROM_EVENING, '', '22T23:30', 0],
  ['a quiet evening before', FROM_EVENING, '2026-11-22', '22T12:00', 1],
])(
  'a success counts from %s: %j, quiet on "%s", success at %s',
  async (_from, deadline, quiet, successAt, count) => {
    const times = { checkedUntilMs: ms('22T02:00'), lastSuccessMs: ms(successAt) };
    const { missed } = findMissedDeadlines(
      deadline,
      await loadScheduleReader(),
      times,
      ms('23T02:00'),
      readQuietDates(quiet),
    );
    expect(missed?.count ?? 0).toBe(count);
  },
);
