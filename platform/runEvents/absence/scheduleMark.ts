import { createHash } from 'node:crypto';
import type { ReadSchedule, WrittenSchedule } from '../../schedules/scheduleReader';

export const UNREADABLE = '!';
const CHARACTERS = 6;

/** Tells one schedule from another, in a few characters; empty for none. */
export function scheduleMark(
  written: WrittenSchedule | undefined,
  read: ReadSchedule | undefined,
): string {
  if (!written || !read) return '';
  if ('problem' in read) return UNREADABLE;
  const text = JSON.stringify([written.cron, written.timezone ?? null]);
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARACTERS);
}
