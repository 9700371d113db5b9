import type {
  IDataObject,
  IExecuteFunctions,
  IGetNodeParameterOptions,
  ILoadOptionsFunctions,
  INodeProperties,
  IPollFunctions,
  NodePropertyTypes,
} from 'n8n-workflow';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { ownValue } from '../../../platform/common/text/names';
import { toObject, isObject } from '../../../platform/common/text/values';
import { toPlainJson } from '../../../platform/common/input/plainJson';
import { parseUserJson } from '../../../platform/common/input/userJson';
import { isChecked, textIn, valueIn } from './fieldValue';

/** The value of a field that is not shown, was not added to its collection, or does not exist. */
export const UNSET = Symbol('unset');

/** Paths are n8n's: `options.timeout` is a field of a collection. */
export interface ParameterSource {
  /** Returns what the node contains, an expression as its text; `UNSET` if there is nothing. */
  written(path: string): unknown;
  evaluated(path: string, itemIndex: number, options?: IGetNodeParameterOptions): unknown;
}

export function sourceOfExecution(execution: IExecuteFunctions): ParameterSource {
  return {
    written: (path) =>
      execution.getNodeParameter(path, 0, UNSET, { rawExpressions: true }) as unknown,
    evaluated: (path, itemIndex, options) =>
      execution.getNodeParameter(path, itemIndex, undefined, options),
  };
}

export function readChosenOperation(execution: IExecuteFunctions) {
  return {
    resource: execution.getNodeParameter('resource', 0),
    operation: execution.getNodeParameter('operation', 0),
  };
}

/** A poll has no items. */
export function sourceOfPoll(poll: IPollFunctions): ParameterSource {
  return {
    written: (path) => poll.getNodeParameter(path, UNSET, { rawExpressions: true }) as unknown,
    evaluated: (path, _itemIndex, options) => poll.getNodeParameter(path, undefined, options),
  };
}

interface Definition {
  field: INodeProperties;
  /** The field itself, or the collection that it is in. */
  root: INodeProperties;
  conditions: readonly Condition[];
}

interface Condition {
  name: string;
  values: readonly unknown[];
  /** Whether one of the values shows the field; otherwise it hides it. */
  isWanted: boolean;
}

type FoundId = { id: string } | { failure: unknown };

/**
 * The parameters of a node, checked by the definitions of its fields (`valueIn`). If several fields have one name, the one that is
 * shown counts. n8n reads parameters slowly, so one without expressions is read once for all items. They then share its objects: do
 * not change them.
 */
export class NodeParameters {
  private readonly definitions = new Map<string, Definition[]>();
  /** Keys are an item and a locator: `3 jobId`. */
  readonly foundIds = new Map<string, FoundId>();
  private readonly writtenValues = new Map<string, unknown>();
  private readonly constantPaths = new Map<string, boolean>();
  private readonly values = new Map<string, unknown>();
  /** Paths of fields to check for each item. Fields without expressions are removed once they have been checked. */
  private unchecked: string[];

  constructor(
    private readonly source: ParameterSource,
    readonly fields: readonly INodeProperties[],
  ) {
    const define = (path: string, definition: Definition) =>
      this.definitions.set(path, [...(this.definitions.get(path) ?? []), definition]);
    for (const root of fields) {
      const conditions = readConditions(root);
      define(root.name, { root, field: root, conditions });
      for (const field of innerFields(root)) {
        define(`${root.name}.${field.name}`, { root, field, conditions });
      }
    }
    this.unchecked = [...this.definitions]
      .filter(([, definitions]) => definitions.some(({ field }) => isChecked(field)))
      .map(([path]) => path);
  }

  ofItem(itemIndex: number): ItemParameters {
    return new ItemParameters(this, itemIndex);
  }

  /** @throws InvalidInputError naming the first field that is shown and has a value that it does not allow */
  check(itemIndex: number): void {
    for (const path of this.unchecked) this.value(path, itemIndex);
    this.unchecked = this.unchecked.filter((path) => !this.isConstant(path));
  }

  definitionsOf(path: string, type?: NodePropertyTypes): [Definition, ...Definition[]] {
    const [first, ...others] = this.definitions.get(path) ?? [];
    if (first && (!type || first.field.type === type)) return [first, ...others];
    throw new Error(`The operation has no field "${path}"${type ? ` of the type ${type}` : ''}`);
  }

  written(path: string): unknown {
    return once(this.writtenValues, path, () => this.source.written(path));
  }

  value(path: string, itemIndex: number): unknown {
    const definition = this.givenDefinition(path, itemIndex);
    if (!definition) return UNSET;
    const { field } = definition;
    const read = () => valueIn(field, this.source.evaluated(path, itemIndex));
    // Texts may be long: those of each item are not kept.
    const isKept = this.isConstant(path) || isChecked(field);
    return isKept ? once(this.values, this.keyOf(path, itemIndex), read) : read();
  }

  givenDefinition(path: string, itemIndex: number): Definition | undefined {
    const shown = this.definitionsOf(path).find((each) => this.isShown(each, itemIndex));
    return this.written(path) === UNSET ? undefined : shown;
  }

  /** Returns the ID that n8n extracts from a locator. */
  extracted(name: string, itemIndex: number): unknown {
    return once(this.values, `ID in ${this.keyOf(name, itemIndex)}`, () =>
      this.source.evaluated(name, itemIndex, { extractValue: true }),
    );
  }

  address(name: string, itemIndex: number): unknown {
    return once(this.values, `address in ${this.keyOf(name, itemIndex)}`, () =>
      this.source.evaluated(`${name}.value`, itemIndex),
    );
  }

  private keyOf(path: string, itemIndex: number): string {
    return this.isConstant(path) ? path : `${itemIndex} ${path}`;
  }

  /** All items have the same value if neither the field nor what shows it contains an expression. */
  private isConstant(path: string): boolean {
    return once(this.constantPaths, path, () => {
      const conditions = this.definitionsOf(path).flatMap((definition) => definition.conditions);
      return (
        !hasExpression(this.written(path)) && conditions.every(({ name }) => this.isConstant(name))
      );
    });
  }

  private isShown({ conditions }: Definition, itemIndex: number): boolean {
    return conditions.every(({ name, values, isWanted }) => {
      // If the other field has several choices, one of them is enough.
      const choices = [this.value(name, itemIndex)].flat();
      return choices.some((choice) => values.includes(choice)) === isWanted;
    });
  }
}

function readConditions({ displayOptions }: INodeProperties): Condition[] {
  const { show = {}, hide = {} } = displayOptions ?? {};
  const conditionsIn = (named: typeof show, isWanted: boolean) =>
    Object.entries(named)
      .filter(([name]) => !name.startsWith('@'))
      .map(([name, values = []]) => ({ name, values, isWanted }));
  return [...conditionsIn(show, true), ...conditionsIn(hide, false)];
}

function hasExpression(written: unknown): boolean {
  if (typeof written === 'string') return written.startsWith('=');
  if (typeof written !== 'object' || written === null) return false;
  return Object.values(written).some(hasExpression);
}

/** Reads a value once. A read that fails is repeated. */
function once<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  if (known.has(key)) return known.get(key) as Value;
  const value = read();
  known.set(key, value);
  return value;
}

function innerFields({ type, options }: INodeProperties): INodeProperties[] {
  return type === 'collection' ? ((options ?? []) as INodeProperties[]) : [];
}

export class ItemParameters {
  constructor(
    private readonly node: NodeParameters,
    private readonly itemIndex: number,
  ) {}

  get fields(): readonly INodeProperties[] {
    return this.node.fields;
  }

  /** @throws InvalidInputError naming the first field that is shown and has a value that it does not allow */
  check(): void {
    this.node.check(this.itemIndex);
  }

  number(path: string): number {
    return this.valueOf(path, 'number') as number;
  }

  boolean(path: string): boolean {
    return this.valueOf(path, 'boolean') as boolean;
  }

  /** @returns one of the values that the field offers */
  choice<Choice extends string>(path: string): Choice {
    return this.valueOf(path, 'options') as Choice;
  }

  /** @returns some of the values that the field offers */
  choices<Choice extends string>(path: string): Choice[] {
    return this.valueOf(path, 'multiOptions') as Choice[];
  }

  /** The text is not trimmed. An expression may return a number or a boolean. */
  text(path: string): string {
    const [{ field }] = this.node.definitionsOf(path);
    return textIn(field, this.valueOf(path));
  }

  /** For fields of any other type. The result of an expression is not checked. */
  value(path: string): unknown {
    return this.valueOf(path);
  }

  /** For fields of type JSON. An expression may return the object itself. */
  jsonObject(path: string): IDataObject {
    const given = this.valueOf(path);
    const name = this.displayName(path);
    if (typeof given === 'string' && given.trim() === '') return {};
    const value = typeof given === 'string' ? parseUserJson(given, name) : given;
    if (isObject(value)) return value as IDataObject;
    throw new InvalidInputError(
      `"${name}" is not a JSON object`,
      'Enter an object with quoted names, for example: { "jobId": "…" }. Nothing was sent.',
    );
  }

  /** Whether the field is shown, and was added to its collection. */
  isGiven(path: string): boolean {
    return this.node.givenDefinition(path, this.itemIndex) !== undefined;
  }

  added(collection: string): Record<string, unknown> {
    const [{ root }] = this.node.definitionsOf(collection, 'collection');
    const values = innerFields(root).map(
      ({ name }) => [name, this.given(`${collection}.${name}`)] as const,
    );
    return Object.fromEntries(values.filter(([, value]) => value !== UNSET));
  }

  entries(path: string, group: string): Array<Record<string, unknown>> {
    const groups = this.valueOf(path, 'fixedCollection') as Record<string, unknown>;
    return (ownValue(groups, group) ?? []) as Array<Record<string, unknown>>;
  }

  /** Returns the ID in a locator, whichever way it was chosen. @throws the failure that `keepId` kept */
  locator(name: string): unknown {
    const { node, itemIndex } = this;
    const found = node.foundIds.get(`${itemIndex} ${name}`);
    if (found && 'failure' in found) throw found.failure;
    if (found) return found.id;
    if (this.written(name) === undefined) return '';
    return toPlainJson(node.extracted(name, itemIndex), name);
  }

  /** Returns the address in a locator; undefined in its other modes. */
  address(name: string): unknown {
    const { mode } = toObject(this.written(name));
    return mode === 'url' ? this.node.address(name, this.itemIndex) : undefined;
  }

  /** `locator` then returns the ID, or throws the failure. */
  keepId(name: string, found: FoundId): void {
    this.node.foundIds.set(`${this.itemIndex} ${name}`, found);
  }

  displayName(path: string): string {
    return this.node.definitionsOf(path)[0].field.displayName;
  }

  written(name: string): unknown {
    const written = this.node.written(name);
    return written === UNSET ? undefined : written;
  }

  /** Returns the value of the field, or its default if it is not shown or was not added. */
  private valueOf(path: string, type?: NodePropertyTypes): unknown {
    const [{ field, root }] = this.node.definitionsOf(path, type);
    const value = this.given(path);
    if (value !== UNSET) return value;
    // The default of a switch in a collection is its value once it is added: not added, it has the opposite one.
    return field.type === 'boolean' && field !== root ? field.default !== true : field.default;
  }

  private given(path: string): unknown {
    return this.node.value(path, this.itemIndex);
  }
}

export function parametersOfPoll(
  poll: IPollFunctions,
  fields: readonly INodeProperties[],
): ItemParameters {
  const parameters = new NodeParameters(sourceOfPoll(poll), fields).ofItem(0);
  parameters.check();
  return parameters;
}

/** Returns the value of a field while a user fills in the form. */
export function formValue(context: ILoadOptionsFunctions, name: string): unknown {
  return context.getCurrentNodeParameter(name);
}

/** Returns undefined if the form has no such field, which `extractValue` would refuse. */
export function chosenInForm(context: ILoadOptionsFunctions, name: string): unknown {
  const written = formValue(context, name);
  if (!isObject(written) || !('value' in written)) return written;
  return written.mode === 'url'
    ? context.getCurrentNodeParameter(name, { extractValue: true })
    : written.value;
}
