import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { KINDS, type ProjectEntity, type ProjectModel, type VariableFile } from './model';

/** All variables that the files have. Without an owner, they are the project's. */
export function* variablesIn({
  variables,
  entities,
}: ProjectModel): Generator<{ variable: VariableFile; owner?: ProjectEntity }> {
  for (const variable of variables) yield { variable };
  for (const owner of KINDS.flatMap((kind) => entities[kind])) {
    for (const variable of owner.variables) yield { variable, owner };
  }
}

export function passwordNames(model: ProjectModel): Set<string> {
  const names = new Set<string>();
  for (const { variable } of variablesIn(model)) if (variable.isPassword) names.add(variable.name);
  return names;
}

/**
 * Whether a variable would store a value in plain text that may be a password: it does not come from the files.
 * @param given the value of the option "Variables"
 */
export function isPlainPassword(
  { name, isPassword, value }: VariableFile,
  passwords: ReadonlySet<string>,
  given?: string,
): boolean {
  const isFromFiles = value !== undefined && given === undefined;
  return isPassword !== true && !isFromFiles && passwords.has(name);
}

export const PLAIN_PASSWORD =
  'A variable with this name is a password in the files or on the target, so its value must not be stored as plain text. Set "isPassword" to true, or use another name.';

/** The values that a user gives for a target: by `NAME`, or by `alias/NAME` for one job, app or pipeline alone. */
export class VariableValues {
  constructor(private readonly values: ReadonlyMap<string, string> = new Map()) {}

  of(name: string, ownerKey?: string): string | undefined {
    const own = ownerKey === undefined ? undefined : this.values.get(`${ownerKey}/${name}`);
    return own ?? this.values.get(name);
  }

  /** @throws InvalidInputError for a value of a variable that the files do not have: a name was mistyped */
  requireKnown(model: ProjectModel): void {
    const known = new Set(
      [...variablesIn(model)].flatMap(({ variable: { name }, owner }) =>
        owner ? [name, `${owner.key}/${name}`] : name,
      ),
    );
    const unknown = [...this.values.keys()].find((name) => !known.has(name));
    if (unknown === undefined) return;
    throw new InvalidInputError(
      `The files do not contain the variable "${excerpt(unknown)}"`,
      'Fix the name in the option "Variables", or remove it. Nothing was sent.',
    );
  }
}
