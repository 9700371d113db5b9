import type { ILoadOptionsFunctions } from 'n8n-workflow';

/** What a field of the form holds while somebody fills it in. */
export function currentValue(context: ILoadOptionsFunctions, name: string): unknown {
  return context.getCurrentNodeParameter(name);
}

/** What a locator of the form holds; undefined where the form has no such field, which n8n's own way would refuse. */
export function currentChoice(context: ILoadOptionsFunctions, name: string): unknown {
  const written = currentValue(context, name);
  const isLocator = typeof written === 'object' && written !== null && 'value' in written;
  return isLocator ? written.value : written;
}
