import { fieldsOf, textOf } from '../../text/values';

/** How far a run is. */
interface CurrentStatus {
  status: string;
  statusDetails?: string;
  statusReason?: string;
}

/**
 * The status of a run from wherever its platform returns it: in `history.currentStatus`, in `status`, or, for a
 * pipeline's run, beside the details in the object `statusDetails`.
 */
export function currentStatusOf(response: {
  status?: unknown;
  statusDetails?: unknown;
  history?: unknown;
}): CurrentStatus {
  const current = fieldsOf(fieldsOf(response.history).currentStatus);
  const told = fieldsOf(response.statusDetails);
  const details = textOf(response.statusDetails) ?? textOf(told.details) ?? textOf(current.details);
  const reason = textOf(current.reason) ?? textOf(told.reason);
  return {
    status: textOf(current.status) ?? textOf(response.status) ?? textOf(told.status) ?? 'UNKNOWN',
    ...(details !== undefined && { statusDetails: details }),
    ...(reason !== undefined && { statusReason: reason }),
  };
}
