import type { InvalidInputError } from '../../errors/errors';

/** Something that is wrong with the files of a project. */
export interface FilesProblem {
  /** The file, as it was given; empty where it is about all of them. */
  path: string;
  /** Its dotted path in the file; null where it is about the file as a whole. */
  field: string | null;
  /** What is wrong and what to do. */
  message: string;
}

/** Nothing is ever sent here, so that is not said. */
export function sentences({ message, hint }: InvalidInputError): string {
  return `${message}. ${hint.replace(/ ?Nothing was sent\.$/, '')}`;
}
