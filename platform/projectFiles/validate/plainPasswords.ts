import { isPlainPassword, PLAIN_PASSWORD, variablesIn } from '../files/passwordNames';
import { excerpt } from '../../text/text';
import type { ProjectEntity } from '../files/model';
import type { ParsedFiles } from '../files/parseFiles';
import type { FilesProblem } from './problem';

/** Variables that only the option "Variables" can give a value, and that would store a password as plain text. */
export function plainPasswords(
  { model, passwords }: ParsedFiles,
  paths: ReadonlyMap<ProjectEntity, string>,
): FilesProblem[] {
  return [...variablesIn(model)]
    .filter(({ variable }) => isPlainPassword(variable, passwords))
    .map(({ variable: { name }, owner }) => ({
      path: owner ? (paths.get(owner) ?? '') : 'variables.json',
      field: `${owner ? 'variables.' : ''}${name}.isPassword`,
      message: `Variable "${excerpt(name)}": ${PLAIN_PASSWORD}`,
    }));
}
