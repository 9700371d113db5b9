import {
  loadScheduleReader,
  type WrittenSchedule,
} from '../../platform/runs/schedules/scheduleReader';
import type { DueTimes } from '../../platform/runs/schedules/schedule';

/** Lists the due times after `afterMs` up to and including `untilMs`. */
export async function listDueTimes(
  written: WrittenSchedule,
  afterMs: number,
  untilMs: number,
): Promise<DueTimes | { problem: string }> {
  const found = (await loadScheduleReader())(written);
  return 'problem' in found ? found : found.schedule.findDueTimes(afterMs, untilMs);
}
