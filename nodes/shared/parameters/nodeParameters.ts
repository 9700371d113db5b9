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
import { fieldsOf, isObject } from '../../../platform/common/text/values';
import { plainJson } from '../../../platform/common/input/plainJson';
import { parseUserJson } from '../../../platform/common/input/userJson';
import { isChecked, readText, readValue } from './fieldValue';

/** The value of a field that is not shown, was not added to its collection, or does not exist. */
export const UNSET = Symbol('unset');

/** Paths are n8n's: `options.timeout` is a field of a collection. */
export interface ParameterSource {
  /** Returns what the node contains, an expression as its text; `UNSET` if there is nothing. */
  readWritten(path: string): unknown;
  evaluate(path: string, itemIndex: number, options?: IGetNodeParameterOptions): unknown;
}

export function createExecutionSource(execution: IExecuteFunctions): ParameterSource {
  return {
    readWritten: (path) =>
      execution.getNodeParameter(path, 0, UNSET, { rawExpressions: true }) as unknown,
    evaluate: (path, itemIndex, options) =>
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
export function createPollSource(poll: IPollFunctions): ParameterSource {
  return {
    readWritten: (path) => poll.getNodeParameter(path, UNSET, { rawExpressions: true }) as unknown,
    evaluate: (path, _itemIndex, options) => poll.getNodeParameter(path, undefined, options),
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
  mustMatch: boolean;
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
      for (const field of getInnerFields(root)) {
        define(`${root.name}.${field.name}`, { root, field, conditions });
      }
    }
    this.unchecked = [...this.definitions]
      .filter(([, definitions]) => definitions.some(({ field }) => isChecked(field)))
      .map(([path]) => path);
  }

  forItem(itemIndex: number): ItemParameters {
    return new ItemParameters(this, itemIndex);
  }

  /** @throws InvalidInputError naming the first field that is shown and has a value that it does not allow */
  check(itemIndex: number): void {
    for (const path of this.unchecked) this.value(path, itemIndex);
    this.unchecked = this.unchecked.filter((path) => !this.isConstant(path));
  }

  getDefinitions(path: string, type?: NodePropertyTypes): [Definition, ...Definition[]] {
    const [first, ...others] = this.definitions.get(path) ?? [];
    if (first && (!type || first.field.type === type)) return [first, ...others];
    throw new Error(`The operation has no field "${path}"${type ? ` of the type ${type}` : ''}`);
  }

  written(path: string): unknown {
    return readOnce(this.writtenValues, path, () => this.source.readWritten(path));
  }

  value(path: string, itemIndex: number): unknown {
    const definition = this.findShownDefinition(path, itemIndex);
    if (!definition) return UNSET;
    const { field } = definition;
    const read = () => readValue(field, this.source.evaluate(path, itemIndex));
    // Texts may be long: those of each item are not kept.
    const isKept = this.isConstant(path) || isChecked(field);
    return isKept ? readOnce(this.values, this.buildKey(path, itemIndex), read) : read();
  }

  findShownDefinition(path: string, itemIndex: number): Definition | undefined {
    const shown = this.getDefinitions(path).find((each) => this.isShown(each, itemIndex));
    return this.written(path) === UNSET ? undefined : shown;
  }

  /** Returns the ID that n8n extracts from a locator. */
  extractId(name: string, itemIndex: number): unknown {
    return readOnce(this.values, `ID in ${this.buildKey(name, itemIndex)}`, () =>
      this.source.evaluate(name, itemIndex, { extractValue: true }),
    );
  }

  address(name: string, itemIndex: number): unknown {
    return readOnce(this.values, `address in ${this.buildKey(name, itemIndex)}`, () =>
      this.source.evaluate(`${name}.value`, itemIndex),
    );
  }

  private buildKey(path: string, itemIndex: number): string {
    return this.isConstant(path) ? path : `${itemIndex} ${path}`;
  }

  /** All items have the same value if neither the field nor what shows it contains an expression. */
  private isConstant(path: string): boolean {
    return readOnce(this.constantPaths, path, () => {
      const conditions = this.getDefinitions(path).flatMap((definition) => definition.conditions);
      return (
        !hasExpression(this.written(path)) && conditions.every(({ name }) => this.isConstant(name))
      );
    });
  }

  private isShown({ conditions }: Definition, itemIndex: number): boolean {
    return conditions.every(({ name, values, mustMatch }) => {
      // If the other field has several choices, one of them is enough.
      const choices = [this.value(name, itemIndex)].flat();
      return choices.some((choice) => values.includes(choice)) === mustMatch;
    });
  }
}

function readConditions({ displayOptions }: INodeProperties): Condition[] {
  const { show = {}, hide = {} } = displayOptions ?? {};
  const listConditions = (valuesByName: typeof show, mustMatch: boolean) =>
    Object.entries(valuesByName)
      .filter(([name]) => !name.startsWith('@'))
      .map(([name, values = []]) => ({ name, values, mustMatch }));
  return [...listConditions(show, true), ...listConditions(hide, false)];
}

function hasExpression(written: unknown): boolean {
  if (typeof written === 'string') return written.startsWith('=');
  if (typeof written !== 'object' || written === null) return false;
  return Object.values(written).some(hasExpression);
}

/** Reads a value once. A read that fails is repeated. */
function readOnce<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  if (known.has(key)) return known.get(key) as Value;
  const value = read();
  known.set(key, value);
  return value;
}

function getInnerFields({ type, options }: INodeProperties): INodeProperties[] {
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
    return this.readOrDefault(path, 'number') as number;
  }

  boolean(path: string): boolean {
    return this.readOrDefault(path, 'boolean') as boolean;
  }

  /** @returns one of the values that the field offers */
  choice<Choice extends string>(path: string): Choice {
    return this.readOrDefault(path, 'options') as Choice;
  }

  /** @returns some of the values that the field offers */
  choices<Choice extends string>(path: string): Choice[] {
    return this.readOrDefault(path, 'multiOptions') as Choice[];
  }

  /** The text is not trimmed. An expression may return a number or a boolean. */
  text(path: string): string {
    const [{ field }] = this.node.getDefinitions(path);
    return readText(field, this.readOrDefault(path));
  }

  /** For fields of any other type. The result of an expression is not checked. */
  value(path: string): unknown {
    return this.readOrDefault(path);
  }

  /** For fields of type JSON. An expression may return the object itself. */
  jsonObject(path: string): IDataObject {
    const given = this.readOrDefault(path);
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
    return this.node.findShownDefinition(path, this.itemIndex) !== undefined;
  }

  added(collection: string): Record<string, unknown> {
    const [{ root }] = this.node.getDefinitions(collection, 'collection');
    const values = getInnerFields(root).map(
      ({ name }) => [name, this.readGiven(`${collection}.${name}`)] as const,
    );
    return Object.fromEntries(values.filter(([, value]) => value !== UNSET));
  }

  entries(path: string, group: string): Array<Record<string, unknown>> {
    const groups = this.readOrDefault(path, 'fixedCollection') as Record<string, unknown>;
    return (ownValue(groups, group) ?? []) as Array<Record<string, unknown>>;
  }

  /** Returns the ID in a locator, whichever way it was chosen. @throws the failure that `keepId` kept */
  locator(name: string): unknown {
    const { node, itemIndex } = this;
    const found = node.foundIds.get(`${itemIndex} ${name}`);
    if (found && 'failure' in found) throw found.failure;
    if (found) return found.id;
    if (this.written(name) === undefined) return '';
    return plainJson(node.extractId(name, itemIndex), name);
  }

  /** Returns the address in a locator; undefined in its other modes. */
  address(name: string): unknown {
    const { mode } = fieldsOf(this.written(name));
    return mode === 'url' ? this.node.address(name, this.itemIndex) : undefined;
  }

  /** `locator` then returns the ID, or throws the failure. */
  keepId(name: string, found: FoundId): void {
    this.node.foundIds.set(`${this.itemIndex} ${name}`, found);
  }

  displayName(path: string): string {
    return this.node.getDefinitions(path)[0].field.displayName;
  }

  written(name: string): unknown {
    const written = this.node.written(name);
    return written === UNSET ? undefined : written;
  }

  /** Returns the value of the field, or its default if it is not shown or was not added. */
  private readOrDefault(path: string, type?: NodePropertyTypes): unknown {
    const [{ field, root }] = this.node.getDefinitions(path, type);
    const value = this.readGiven(path);
    if (value !== UNSET) return value;
    // The default of a switch in a collection is its value once it is added: not added, it has the opposite one.
    return field.type === 'boolean' && field !== root ? field.default !== true : field.default;
  }

  private readGiven(path: string): unknown {
    return this.node.value(path, this.itemIndex);
  }
}

export function readPollParameters(
  poll: IPollFunctions,
  fields: readonly INodeProperties[],
): ItemParameters {
  const parameters = new NodeParameters(createPollSource(poll), fields).forItem(0);
  parameters.check();
  return parameters;
}

/** Returns the value of a field while a user fills in the form. */
export function readFormValue(context: ILoadOptionsFunctions, name: string): unknown {
  return context.getCurrentNodeParameter(name);
}

/** Returns undefined if the form has no such field, which `extractValue` would refuse. */
export function readChosenInForm(context: ILoadOptionsFunctions, name: string): unknown {
  const written = readFormValue(context, name);
  if (!isObject(written) || !('value' in written)) return written;
  return written.mode === 'url'
    ? context.getCurrentNodeParameter(name, { extractValue: true })
    : written.value;
}
