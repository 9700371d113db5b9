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
