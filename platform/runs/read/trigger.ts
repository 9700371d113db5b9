import { fieldsOf, textOf } from '../../text/values';

/** What started or stopped a run. */
interface RunTrigger {
  /** In the platform's words, as MANUAL_JOB or CRON_PIPELINE. */
  type?: string;
  /** The login of whoever did it. */
  author?: string;
}

/** What a platform returns as the trigger of a run: an object with `triggerType` and `author`, or only the type as a text. */
export function readTrigger(value: unknown): RunTrigger {
  const { triggerType, type, author } = fieldsOf(value);
  const told = textOf(value) ?? textOf(triggerType) ?? textOf(type);
  const name = textOf(author);
  return { ...(told !== undefined && { type: told }), ...(name !== undefined && { author: name }) };
}
