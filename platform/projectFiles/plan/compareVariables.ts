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

  /**
   * Compares the variables of one place.
   * @param present those on the target
   * @param ownerKey of the job, app or pipeline at which they stand
   */
  compare(
    wanted: readonly VariableFile[],
    present: readonly VariableFile[] = [],
    ownerKey?: string,
  ): { compared: VariableChange[]; extraneous: VariableChange[] } {
    const there = new Map(present.map((variable) => [variable.name, variable]));
    const names = new Set(wanted.map(({ name }) => name));
    return {
      compared: wanted.map((variable) =>
        this.compareOne(
          variable,
          there.get(variable.name),
          this.values.of(variable.name, ownerKey),
        ),
      ),
      extraneous: present
        .filter(({ name }) => !names.has(name))
        .map((variable) => deletion(variable, this.values.of(variable.name, ownerKey))),
    };
  }

  private compareOne(
    wanted: VariableFile,
    present: VariableFile | undefined,
    given: string | undefined,
  ): VariableChange {
    const { name, isPassword = false, description } = wanted;
    const value = given ?? wanted.value;
    const isPasswordThere = present?.isPassword === true;
    const blocked = (reason: string): VariableChange => ({
      name,
      action: 'blocked',
      changes: [],
      reason,
    });
    if (isPlainPassword(wanted, this.passwords, given)) return blocked(PLAIN_PASSWORD);
    if (value === undefined && !(isPassword && isPasswordThere)) {
      const what = isPassword ? 'It is a password' : 'The files contain no value for it';
      return blocked(
        `${what}, and the target has no variable with this name. Set its value in the option "Variables".`,
      );
    }
    const isSecret = isPassword || isPasswordThere;
    const changes: FieldChange[] = [];
    if (!present || (!isSecret && present.value !== value)) {
      const shown = (text: string | undefined) => (isSecret ? null : shownValue(text, given));
      changes.push({ field: 'value', from: shown(present?.value), to: shown(value) });
    }
    if (isPassword && !isPasswordThere) {
      changes.push({ field: 'isPassword', from: present ? false : null, to: true });
    }
    if ((description ?? '') !== (present?.description ?? '')) {
      const [from, to] = [present?.description ?? null, description ?? null];
      changes.push({ field: 'description', from, to });
    }
    const reason = reasonFor(wanted, present, given);
    if (changes.length === 0) return { name, action: 'unchanged', changes, reason };
    const hasDescription = description !== undefined || present?.description !== undefined;
    return {
      name,
      action: present ? 'update' : 'create',
      changes,
      reason,
      wanted: {
        name,
        // Left empty, a password keeps the value that it has.
        value: isPasswordThere ? '' : (value ?? ''),
        ...(isPassword && { isPassword }),
        ...(hasDescription && { description: description ?? '' }),
      },
    };
  }
}

function deletion(
  { name, value, isPassword }: VariableFile,
  given: string | undefined,
): VariableChange {
  const change = isPassword
    ? { field: 'isPassword', from: true, to: null }
    : { field: 'value', from: shownValue(value, given), to: null };
  return { name, action: 'delete', changes: [change] };
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
