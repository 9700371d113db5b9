import { fieldsOf, textOf } from '../../text/values';

/** How far a run is. */
interface CurrentStatus {
  status: string;
  statusDetails?: string;
  statusReason?: string;
}

/**
 * The status of a run from wherever its platform tells it: in `history.currentStatus`, in `status`, or, for a
 * pipeline's run, beside the details in the object `statusDetails`.
 */
export function currentStatusOf(answer: {
  status?: unknown;
  statusDetails?: unknown;
  history?: unknown;
}): CurrentStatus {
  const current = fieldsOf(fieldsOf(answer.history).currentStatus);
  const told = fieldsOf(answer.statusDetails);
  const details = textOf(answer.statusDetails) ?? textOf(told.details) ?? textOf(current.details);
  const reason = textOf(current.reason) ?? textOf(told.reason);
  return {
    status: textOf(current.status) ?? textOf(answer.status) ?? textOf(told.status) ?? 'UNKNOWN',
    ...(details !== undefined && { statusDetails: details }),
    ...(reason !== undefined && { statusReason: reason }),
  };
}
