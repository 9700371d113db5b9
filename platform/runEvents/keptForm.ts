import { isObject } from '../text/values';

/** How runs are asked for on a platform: what its schema says of that, small enough to be kept with a trigger's state. */
export interface RunsForm {
  root: string;
  /** What takes the ID of the job, pipeline or project. */
  argument: string;
  /** A selection set as text. */
  select: string;
}

/** A form with what it holds for. */
export interface KeptForm extends RunsForm {
  mark: string;
}

/** Undefined for what is no form. */
export function readForm(stored: unknown): KeptForm | undefined {
  if (!isObject(stored)) return undefined;
  const { mark, root, argument, select } = stored;
  const texts = [mark, root, argument, select];
  if (texts.some((text) => typeof text !== 'string')) return undefined;
  return { mark, root, argument, select } as KeptForm;
}
