import type { FieldChange } from './compare';
import type { VariableFile } from '../files/model';
import type { ParsedFiles } from '../files/parseFiles';
import { isPlainPassword, PLAIN_PASSWORD, type VariableValues } from '../files/variables';
import type { ProjectSnapshot } from '../target/readTarget';
import { HIDDEN } from '../../text/secrets';

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

/** Compares variables with those of a target. What the option "Variables" gives may be a password, so no change shows it. */
export class VariableComparison {
  /** Names that are passwords in the files or on the target, whoever owns them. */
  private readonly passwords: ReadonlySet<string>;

  constructor(
    private readonly values: VariableValues,
    { passwords }: ParsedFiles,
    { variables }: ProjectSnapshot,
  ) {
    const onTarget = [...variables.values()].flat().filter(({ isPassword }) => isPassword);
    this.passwords = new Set([...passwords, ...onTarget.map(({ name }) => name)]);
  }

  compare(
    wanted: VariableFile,
    present: VariableFile | undefined,
    ownerKey?: string,
  ): VariableChange {
    const given = this.values.of(wanted.name, ownerKey);
    return compareVariable(wanted, present, given, this.passwords);
  }

  /** Of what the files do not contain. */
  deletion({ name, value, isPassword }: VariableFile, ownerKey?: string): VariableChange {
    const change = isPassword
      ? { field: 'isPassword', from: true, to: null }
      : { field: 'value', from: shownValue(value, this.values.of(name, ownerKey)), to: null };
    return { name, action: 'delete', changes: [change] };
  }
}

function compareVariable(
  wanted: VariableFile,
  present: VariableFile | undefined,
  given: string | undefined,
  passwords: ReadonlySet<string>,
): VariableChange {
  const { name, isPassword = false, description } = wanted;
  const value = given ?? wanted.value;
  const result = (action: VariableChange['action'], more: Partial<VariableChange> = {}) => ({
    name,
    action,
    changes: [],
    ...more,
  });
  const isPasswordThere = present?.isPassword === true;
  const keepsSecret = isPassword && isPasswordThere;
  if (isPlainPassword(wanted, passwords, given)) {
    return result('blocked', { reason: PLAIN_PASSWORD });
  }
  if (value === undefined && !keepsSecret) {
    const what = isPassword ? 'It is a password' : 'The files contain no value for it';
    return result('blocked', {
      reason: `${what}, and the target has no variable with this name. Set its value in the option "Variables".`,
    });
  }
  const isSecret = isPassword || isPasswordThere;
  const changes: FieldChange[] = [];
  if (!present || (!isSecret && present.value !== value)) {
    const shown = (text: string | undefined) => (isSecret ? null : shownValue(text, given));
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
  const reason = reasonFor(wanted, present, given);
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

/** An earlier deploy may have stored what the option contained then. */
function shownValue(value: string | undefined, given: string | undefined): string | null {
  if (value === undefined) return null;
  return given === undefined ? value : HIDDEN;
}

function reasonFor(
  { isPassword = false }: VariableFile,
  present: VariableFile | undefined,
  given: string | undefined,
): string | undefined {
  if (present?.isPassword !== true) return undefined;
  if (!isPassword)
    return 'It is a password on the target. It stays a password and keeps its value.';
  if (given === undefined) return undefined;
  return 'The password exists and keeps its value. The platform does not return it, so it cannot be compared.';
}
