import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { isObject } from '../../../platform/common/text/values';

/** Returns the value of a field while a user fills in the form. */
export function formValue(context: ILoadOptionsFunctions, name: string): unknown {
  return context.getCurrentNodeParameter(name);
}

/** Returns what a locator of the form contains; undefined if the form has no such field, which `extractValue` would refuse. */
export function chosenInForm(context: ILoadOptionsFunctions, name: string): unknown {
  const written = formValue(context, name);
  if (!isObject(written) || !('value' in written)) return written;
  return written.mode === 'url'
    ? context.getCurrentNodeParameter(name, { extractValue: true })
    : written.value;
}
