import type { FieldChange } from './compare';
import type { VariableFile } from '../files/model';

/** What has to be done about one variable. */
export interface VariableChange {
  name: string;
  /** `unchanged` is left alone; `blocked` cannot be set. */
  action: 'create' | 'update' | 'unchanged' | 'delete' | 'blocked';
  changes: FieldChange[];
  reason?: string;
  /** What to set. */
  wanted?: { name: string; value: string; description?: string; isPassword?: boolean };
}

/** @param valueFor the value that the user gives for this target, where there is one */
export function compareVariable(
  wanted: VariableFile,
  present: VariableFile | undefined,
  valueFor: string | undefined,
): VariableChange {
  const { name, isPassword = false, description } = wanted;
  const value = valueFor ?? wanted.value;
  const result = (action: VariableChange['action'], more: Partial<VariableChange> = {}) => ({
    name,
    action,
    changes: [],
    ...more,
  });
  const isPasswordThere = present?.isPassword === true;
  const keepsSecret = isPassword && isPasswordThere;
  if (value === undefined && !keepsSecret) {
    const what = isPassword ? 'It is a password' : 'The files contain no value for it';
    return result('blocked', {
      reason: `${what}, and the target has no variable with this name. Set its value in the option "Variables".`,
    });
  }
  const isSecret = isPassword || isPasswordThere;
  const changes: FieldChange[] = [];
  if (!present || (!isSecret && present.value !== value)) {
    const shown = (text: string | undefined) => (isSecret ? null : (text ?? null));
    changes.push({ field: 'value', from: shown(present?.value), to: shown(value) });
  }
  if (isPassword && present && !isPasswordThere) {
    changes.push({ field: 'isPassword', from: false, to: true });
  }
  if (!present && isPassword) changes.push({ field: 'isPassword', from: null, to: true });
  if ((description ?? '') !== (present?.description ?? '')) {
    changes.push({
      field: 'description',
      from: present?.description ?? null,
      to: description ?? null,
    });
  }
  const reason = reasonFor(wanted, present, valueFor);
  if (changes.length === 0) return result('unchanged', { reason });
  return result(present ? 'update' : 'create', {
    changes,
    reason,
    wanted: {
      name,
      // Left empty, a password keeps the value that it has.
      value: isPasswordThere ? '' : (value ?? ''),
      ...(isPassword && { isPassword }),
      ...((description !== undefined || present?.description !== undefined) && {
        description: description ?? '',
      }),
    },
  });
}

function reasonFor(
  { isPassword = false }: VariableFile,
  present: VariableFile | undefined,
  valueFor: string | undefined,
): string | undefined {
  if (present?.isPassword !== true) return undefined;
  if (!isPassword)
    return 'It is a password on the target. It stays a password and keeps its value.';
  if (valueFor === undefined) return undefined;
  return 'The password exists and keeps its value. The platform does not return it, so it cannot be compared.';
}
