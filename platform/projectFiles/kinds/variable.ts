import { InvalidInputError, UnsupportedError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { Variables } from '../../resources/environmentVariable/variables';
import type {
  EnvironmentVariable,
  VariableScope,
} from '../../resources/environmentVariable/variable';
import { HIDDEN } from '../../common/text/secrets';
import type { JsonPath } from '../../common/text/strictJson';
import { excerpt } from '../../common/text/text';
import { toText } from '../../common/text/values';
import type { Problems } from '../files/problems';
import type { SettingsFile } from '../files/projectFolder';
import { type ProjectTree, listVariables } from '../files/projectTree';
import { compareTexts } from '../files/stableJson';
import { addReason, block, type Step } from '../plan/step';
import type { CurrentEntry, Entry, VariableDoc } from '../tree';

/** A deploy would ignore the value, and everyone who can read the repository would see it. */
const SECRET_IN_FILE =
  'Remove the value, and set it in the option "Variables". Change the password if others could read the file.';

/** @param json a list of variables that has the right shape @param at the path of the list in the file */
export function parseVariables(
  file: SettingsFile,
  json: unknown,
  at: JsonPath,
  problems: Problems,
): Entry[] {
  const variables = (json as Array<Record<string, unknown>>).map((entry, index) => {
    const { value, description, isPassword } = entry;
    const name = String(entry.name);
    if (isPassword === true && typeof value === 'string' && value !== '') {
      const mistake = `has a value for the password "${excerpt(name)}"`;
      problems.addAt(file, [...at, index], mistake, SECRET_IN_FILE);
    }
    return toVariable(name, {
      ...(typeof description === 'string' && description !== '' && { description }),
      ...(isPassword === true ? { isPassword } : typeof value === 'string' && { value }),
    });
  });
  return variables.sort((one, other) => compareTexts(one.name, other.name));
}

function toVariable(name: string, doc: VariableDoc): Entry {
  return { kind: 'variable', key: name, name, doc, variables: [] };
}

/** Reads the variables of a project or entity, sorted by name. Returns none if the platform does not support the scope. */
export async function readTargetVariables(
  endpoint: GraphqlEndpoint,
  scope: VariableScope,
  entityId: string,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const place = { scope, entityId };
  const listed = await new Variables(endpoint).list(place, options).catch((error: unknown) => {
    if (error instanceof UnsupportedError) return [];
    throw error;
  });
  return listed
    .filter((variable) => variable.scope === scope && toText(variable.name) !== undefined)
    .sort((one, other) => compareTexts(one.name ?? '', other.name ?? ''));
}

/** Converts variables to entries. Leaves out the values of passwords even if a platform returns them. */
export function toCurrentVariables(stored: readonly EnvironmentVariable[] = []): CurrentEntry[] {
  return stored.map(({ name = '', value, description, isPassword }) => {
    const text = toText(description);
    const doc = {
      ...(text !== undefined && { description: text }),
      ...(isPassword === true ? { isPassword } : { value: toText(value) ?? '' }),
    };
    return { ...toVariable(name, doc), variables: [], id: name, notReturned: [] };
  });
}

export const PLAIN_PASSWORD =
  'A variable with this name is a password in the files or on the target, so its value must not be stored as plain text. Set "isPassword" to true, or use another name.';

/**
 * Whether a plain variable has the name of a password and its value is not from the files, so that it may be the password.
 * @param optionValue the value of the variable in the option "Variables"
 */
export function isPlainPassword(
  { name, doc }: Entry,
  passwords: ReadonlySet<string>,
  optionValue?: string,
): boolean {
  const isFromFiles = doc.value !== undefined && optionValue === undefined;
  return doc.isPassword !== true && !isFromFiles && passwords.has(name);
}

export interface VariableValues {
  /** The values of the option "Variables", by name or by owner and name. */
  values: ReadonlyMap<string, string>;
  /** The names of passwords of any owner, in the files or on the target. */
  passwords: ReadonlySet<string>;
}

/**
 * Plans a variable of the project, or of the entity with the key `ownerKey`. The changes never contain the value of a password,
 * since platforms do not return it for a comparison. Values that may be passwords are hidden: those of variables that the option
 * "Variables" sets, and of plain variables with the name of a password.
 */
export function planVariable(
  step: Step,
  { values, passwords }: VariableValues,
  ownerKey?: string,
): void {
  const { name, wanted, current } = step;
  const optionValue = values.get(`${ownerKey ?? ''}/${name}`) ?? values.get(name);
  const before: VariableDoc | undefined = current?.doc;
  const wasPassword = before?.isPassword === true;
  const isHidden = optionValue !== undefined || passwords.has(name);
  const hideSecret = (text: string | undefined) => (isHidden && text !== undefined ? HIDDEN : text);
  if (!wanted) {
    step.changes = wasPassword
      ? [{ field: 'isPassword', from: true, to: null }]
      : [{ field: 'value', from: hideSecret(before?.value) ?? null, to: null }];
    return;
  }
  const { isPassword = false, description, value: inFiles } = wanted.doc as VariableDoc;
  const value = optionValue ?? inFiles;
  if (isPlainPassword(wanted, passwords, optionValue)) return block(step, PLAIN_PASSWORD);
  if (value === undefined && !(isPassword && wasPassword)) {
    const cause = isPassword ? 'It is a password' : 'The files contain no value for it';
    const onTarget = before ? 'a plain variable' : 'no variable';
    const why = `${cause}, and the target has ${onTarget} with this name.`;
    return block(step, `${why} Set its value in the option "Variables".`);
  }
  const { changes } = step;
  if (!isPassword && !wasPassword && before?.value !== value) {
    changes.push({
      field: 'value',
      from: hideSecret(before?.value) ?? null,
      to: hideSecret(value),
    });
  }
  if (isPassword && !wasPassword) {
    changes.push({ field: 'isPassword', from: before ? false : null, to: true });
  }
  if ((description ?? '') !== (before?.description ?? '')) {
    const [from, to] = [before?.description ?? null, description ?? null];
    changes.push({ field: 'description', from, to });
  }
  if (wasPassword) addReason(step, explainPassword(isPassword, optionValue));
  if (before && changes.length > 0) step.action = 'update';
  const hasDescription = description !== undefined || before?.description !== undefined;
  step.variableToSet = {
    name,
    // Platforms keep the value of a password if the new one is empty.
    value: wasPassword ? '' : (value ?? ''),
    ...(isPassword && { isPassword }),
    ...(hasDescription && { description: description ?? '' }),
  };
}

/** @throws InvalidInputError if a value has the name of a variable that the files do not contain, since it may be mistyped */
export function requireKnownVariables(
  values: ReadonlyMap<string, string>,
  tree: ProjectTree,
): void {
  const namesInFiles = new Set(
    [...listVariables(tree)].flatMap(({ variable: { name }, owner }) =>
      owner ? [name, `${owner.key}/${name}`] : name,
    ),
  );
  const unknown = [...values.keys()].find((name) => !namesInFiles.has(name));
  if (unknown === undefined) return;
  throw new InvalidInputError(
    `The files do not contain the variable "${excerpt(unknown)}"`,
    'Fix the name in the option "Variables", or remove it. Nothing was sent.',
  );
}

function explainPassword(isPassword: boolean, optionValue?: string): string | undefined {
  if (!isPassword) {
    return 'It is a password on the target. It stays a password and keeps its value.';
  }
  if (optionValue === undefined) return undefined;
  return 'The password exists and keeps its value. The platform does not return it, so it cannot be compared.';
}
