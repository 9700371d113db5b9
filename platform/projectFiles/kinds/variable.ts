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
import { textOf } from '../../common/text/values';
import type { Problems } from '../files/problems';
import type { SettingsFile } from '../files/projectFolder';
import { type ProjectTree, listVariables } from '../files/projectTree';
import { compareTexts } from '../files/stableJson';
import { addReason, block, type Step } from '../plan/step';
import type { CurrentEntry, Entry, VariableDoc } from '../tree';

/** A deploy would ignore the value, and everybody who can read the repository would see it. */
const SECRET_IN_FILE =
  'Remove the value, and set it in the option "Variables". Change the password if others could read the file.';

/** @param json has the shape of a list of variables */
export function parseVariables(
  file: SettingsFile,
  json: unknown,
  place: JsonPath,
  problems: Problems,
): Entry[] {
  const variables = (json as Array<Record<string, unknown>>).map((entry, index) => {
    const { value, description, isPassword } = entry;
    const name = String(entry.name);
    if (isPassword === true && typeof value === 'string' && value !== '') {
      const what = `has a value for the password "${excerpt(name)}"`;
      problems.addAt(file, [...place, index], what, SECRET_IN_FILE);
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

/** Reads the variables of a project or entity, sorted by name; none if the platform has no variables of this scope. */
export async function readTargetVariables(
  endpoint: GraphqlEndpoint,
  scope: VariableScope,
  entityId: string,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const place = { scope, entityId };
  const listed = await new Variables(endpoint).list(place, options).catch(returnNoneIfUnsupported);
  return listed
    .filter((variable) => variable.scope === scope && textOf(variable.name) !== undefined)
    .sort((one, other) => compareTexts(one.name ?? '', other.name ?? ''));
}

function returnNoneIfUnsupported(error: unknown): EnvironmentVariable[] {
  if (error instanceof UnsupportedError) return [];
  throw error;
}

/** Returns variables as entries, without the values of passwords, even if a platform returns them. */
export function toCurrentVariables(stored: readonly EnvironmentVariable[] = []): CurrentEntry[] {
  return stored.map(({ name = '', value, description, isPassword }) => {
    const text = textOf(description);
    const doc = {
      ...(text !== undefined && { description: text }),
      ...(isPassword === true ? { isPassword } : { value: textOf(value) ?? '' }),
    };
    return { ...toVariable(name, doc), variables: [], id: name, notReturned: [] };
  });
}

export const PLAIN_PASSWORD =
  'A variable with this name is a password in the files or on the target, so its value must not be stored as plain text. Set "isPassword" to true, or use another name.';

/**
 * Whether a plain variable with the name of a password would store a value that is not in the files, and so may be the password.
 * @param given the value of the option "Variables"
 */
export function isPlainPassword(
  { name, doc }: Entry,
  passwords: ReadonlySet<string>,
  given?: string,
): boolean {
  const isFromFiles = doc.value !== undefined && given === undefined;
  return doc.isPassword !== true && !isFromFiles && passwords.has(name);
}

export interface VariableValues {
  /** The option "Variables". */
  values: ReadonlyMap<string, string>;
  /** The names of passwords of any owner, in the files or on the target. */
  passwords: ReadonlySet<string>;
}

/**
 * Plans a variable of the project, or of the entity with this key. A password has no value among its changes: platforms do not
 * return it, so it cannot be compared. Values that may be passwords are hidden: those of the option "Variables", and those of
 * a variable with the name of a password.
 */
export function planVariable(
  step: Step,
  { values, passwords }: VariableValues,
  ownerKey?: string,
): void {
  const { name, wanted, current } = step;
  const given = values.get(`${ownerKey ?? ''}/${name}`) ?? values.get(name);
  const before: VariableDoc | undefined = current?.doc;
  const wasPassword = before?.isPassword === true;
  const isHidden = given !== undefined || passwords.has(name);
  const shown = (text: string | undefined) => (isHidden && text !== undefined ? HIDDEN : text);
  if (!wanted) {
    step.changes = wasPassword
      ? [{ field: 'isPassword', from: true, to: null }]
      : [{ field: 'value', from: shown(before?.value) ?? null, to: null }];
    return;
  }
  const { isPassword = false, description, value: inFiles } = wanted.doc as VariableDoc;
  const value = given ?? inFiles;
  if (isPlainPassword(wanted, passwords, given)) return block(step, PLAIN_PASSWORD);
  if (value === undefined && !(isPassword && wasPassword)) {
    const what = isPassword ? 'It is a password' : 'The files contain no value for it';
    const onTarget = wasPassword ? 'a password' : 'a plain variable';
    const why = `${what}, and the target has ${before ? onTarget : 'no variable'} with this name.`;
    return block(step, `${why} Set its value in the option "Variables".`);
  }
  const { changes } = step;
  if (!isPassword && !wasPassword && before?.value !== value) {
    changes.push({ field: 'value', from: shown(before?.value) ?? null, to: shown(value) });
  }
  if (isPassword && !wasPassword) {
    changes.push({ field: 'isPassword', from: before ? false : null, to: true });
  }
  if ((description ?? '') !== (before?.description ?? '')) {
    const [from, to] = [before?.description ?? null, description ?? null];
    changes.push({ field: 'description', from, to });
  }
  if (wasPassword) addReason(step, explainPassword(isPassword, given));
  if (before && changes.length > 0) step.action = 'update';
  const hasDescription = description !== undefined || before?.description !== undefined;
  step.set = {
    name,
    // Platforms keep the value of a password if the new one is empty.
    value: wasPassword ? '' : (value ?? ''),
    ...(isPassword && { isPassword }),
    ...(hasDescription && { description: description ?? '' }),
  };
}

/** @throws InvalidInputError for a value of a variable that the files do not have: its name was mistyped */
export function requireKnownVariables(
  values: ReadonlyMap<string, string>,
  tree: ProjectTree,
): void {
  const known = new Set(
    [...listVariables(tree)].flatMap(({ variable: { name }, owner }) =>
      owner ? [name, `${owner.key}/${name}`] : name,
    ),
  );
  const unknown = [...values.keys()].find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new InvalidInputError(
    `The files do not contain the variable "${excerpt(unknown)}"`,
    'Fix the name in the option "Variables", or remove it. Nothing was sent.',
  );
}

function explainPassword(isPassword: boolean, given: string | undefined): string | undefined {
  if (!isPassword) {
    return 'It is a password on the target. It stays a password and keeps its value.';
  }
  if (given === undefined) return undefined;
  return 'The password exists and keeps its value. The platform does not return it, so it cannot be compared.';
}
