import { isShownForKnown, shownChange } from './conditions';
import type { Field, Interface, NodeInterface } from './recorded';

/** What is different, a line each: what saved workflows do not bear, and what is new. */
interface Differences {
  breaks: string[];
  additions: string[];
}

type Known = (name: string) => Field | undefined;

/** @param before what `interface.json` holds @param now what is built */
export function differences(before: Interface, now: Interface): Differences {
  const found: Differences = { breaks: [], additions: [] };
  each(before.credentials, now.credentials, found, 'credential ', (was, is, _, name) => {
    compareFields(was.fields, is.fields, found, `${name}: `);
  });
  each(before.nodes, now.nodes, found, 'node ', (was, is, _, name) => {
    compareNodes(was, is, found, name);
  });
  return found;
}

function compareNodes(
  was: NodeInterface,
  is: NodeInterface,
  found: Differences,
  name: string,
): void {
  for (const part of ['inputs', 'outputs'] as const) {
    const [before, now] = [was.shape[part].join(), is.shape[part].join()];
    if (before !== now) found.breaks.push(`${name}: ${part} were "${before}", are "${now}"`);
  }
  if (was.shape.isTool && !is.shape.isTool) found.breaks.push(`${name} is no tool any more`);
  const known: Known = (parameter) => was.parameters[parameter];
  each(was.credentials, is.credentials, found, `${name}: credential `, (old, one, label) => {
    compareShown(old, one, found, label, known);
    if (one.required && !old.required) found.breaks.push(`${label} is required now`);
  });
  for (const [credential, { required }] of Object.entries(is.credentials)) {
    const isNew = !(credential in was.credentials);
    if (isNew && required) found.breaks.push(`${name}: credential ${credential} is required now`);
  }
  compareFields(was.parameters, is.parameters, found, `${name}, `);
  each(was.outputs, is.outputs, found, `${name} puts out `, (old, one, label) => {
    if (old !== one) found.breaks.push(`${label} was ${old}, is ${one}`);
  });
}

function compareFields(
  before: Record<string, Field>,
  now: Record<string, Field>,
  found: Differences,
  label: string,
): void {
  each(before, now, found, label, (was, is, name, place) => {
    compareField(was, is, found, name);
    compareShown(was, is, found, name, namedBy(before, place));
  });
  for (const [place, field] of Object.entries(now)) {
    const isOfKnown = operationsIn(before).has(operationOf(place)) && !(place in before);
    if (!isOfKnown || !field.required || !isEmpty(field.default)) continue;
    if (isShownForKnown(field.if, namedBy(before, place))) {
      found.breaks.push(`${label}${place} is new and required, without a default`);
    }
  }
}

function compareField(was: Field, is: Field, found: Differences, name: string): void {
  const refuse = (said: string) => void found.breaks.push(`${name}: ${said}`);
  const text = (value: unknown) => JSON.stringify(value) ?? 'none';
  if (was.type !== is.type) refuse(`type was ${was.type}, is ${is.type}`);
  if (text(was.default) !== text(is.default)) {
    refuse(`default was ${text(was.default)}, is ${text(is.default)}`);
  }
  if (is.required && !was.required) refuse('is required now');
  if (is.noExpression && !was.noExpression) refuse('takes no expressions any more');
  if (is.isList !== was.isList) refuse(is.isList ? 'is a list now' : 'is no list any more');
  for (const part of ['choices', 'modes'] as const) {
    const kept = new Set<unknown>(is[part]);
    const gone = (was[part] ?? []).filter((value) => !kept.has(value));
    if (is[part] === undefined ? was[part] : gone.length > 0) {
      refuse(`${part} gone: ${gone.map(String).join(', ')}`);
    }
    if (was[part] === undefined && is[part])
      refuse(`takes only ${is[part].map(String).join(', ')}`);
    for (const value of was[part] ? kept : []) {
      if (!was[part]?.some((one) => one === value)) {
        found.additions.push(`${name}: ${part} new: ${String(value)}`);
      }
    }
  }
  if ((is.min ?? -Infinity) > (was.min ?? -Infinity)) refuse(`smallest is ${text(is.min)} now`);
  if ((is.max ?? Infinity) < (was.max ?? Infinity)) refuse(`greatest is ${text(is.max)} now`);
  if ((is.precision ?? Infinity) < (was.precision ?? Infinity)) {
    refuse(`takes ${text(is.precision)} decimals now`);
  }
}

function compareShown(
  was: Pick<Field, 'required' | 'if'>,
  is: Pick<Field, 'required' | 'if'>,
  found: Differences,
  name: string,
  known: Known,
): void {
  const { noLonger, newly } = shownChange(was.if, is.if, known);
  if (noLonger.length > 0) {
    found.breaks.push(`${name} is not there any more where ${noLonger.join(', ')}`);
  }
  if (newly.length > 0 && is.required) {
    found.breaks.push(`${name} is required now where ${newly.join(', ')}`);
  }
}

/** The field that a condition of the field at a place names: beside it, or from the top with a slash. */
function namedBy(fields: Record<string, Field>, place: string): Known {
  const operation = operationOf(place);
  const top = operation === '' ? '' : `${operation}: `;
  const beside = place.slice(0, Math.max(place.lastIndexOf('.') + 1, top.length));
  return (name) => fields[name.startsWith('/') ? `${top}${name.slice(1)}` : `${beside}${name}`];
}

/** As `job/run`; '' where a node has no operations. */
function operationOf(place: string): string {
  const end = place.indexOf(': ');
  return end === -1 ? '' : place.slice(0, end);
}

function operationsIn(fields: Record<string, Field>): Set<string> {
  return new Set(Object.keys(fields).map(operationOf));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && 'value' in value) return isEmpty(value.value);
  return value === undefined || value === '' || value === null;
}

/** Compares what both have; what only one has is a break or an addition. */
function each<T>(
  before: Record<string, T>,
  now: Record<string, T>,
  found: Differences,
  label: string,
  compare: (was: T, is: T, name: string, place: string) => void,
): void {
  for (const [place, was] of Object.entries(before)) {
    const is = now[place];
    if (is === undefined) found.breaks.push(`${label}${place} is gone`);
    else compare(was, is, `${label}${place}`, place);
  }
  for (const place of Object.keys(now)) {
    if (!(place in before)) found.additions.push(`${label}${place} is new`);
  }
}
