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
import { needsCheck, readText, readValue } from './fieldValue';

/** The value of a field that is not shown, was not added to its collection, or has no saved value. */
export const UNSET = Symbol('unset');

/** Reads parameters by n8n's paths, such as `options.timeout` for a field of a collection. */
export interface ParameterSource {
  /** Returns the saved value, which is the text of an expression if the field has one. Returns `UNSET` if no value is saved. */
  readSaved(path: string): unknown;
  evaluate(path: string, itemIndex: number, options?: IGetNodeParameterOptions): unknown;
}

export function createExecutionSource(execution: IExecuteFunctions): ParameterSource {
  return {
    readSaved: (path) =>
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

/** Ignores the item index, because a poll has no items. */
export function createPollSource(poll: IPollFunctions): ParameterSource {
  return {
    readSaved: (path) => poll.getNodeParameter(path, UNSET, { rawExpressions: true }) as unknown,
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
  /** True if one of the values shows the field. False if one of the values hides it. */
  mustMatch: boolean;
}

type FoundId = { id: string } | { failure: unknown };

/**
 * The parameters of a node, checked against the definitions of its fields. If several fields have the same name, the one that is
 * shown is used. n8n reads parameters slowly, so a parameter without expressions is read once for all items. The items share the
 * returned objects, so do not change them.
 */
export class NodeParameters {
  private readonly definitions = new Map<string, Definition[]>();
  /** Each key contains an item index and a locator, such as `3 jobId`. */
  readonly foundIds = new Map<string, FoundId>();
  private readonly savedValues = new Map<string, unknown>();
  private readonly isConstantByPath = new Map<string, boolean>();
  private readonly values = new Map<string, unknown>();
  /** The paths of the fields that `check` has to check. A field without expressions is removed after it has been checked once. */
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
      .filter(([, definitions]) => definitions.some(({ field }) => needsCheck(field)))
      .map(([path]) => path);
  }

  forItem(itemIndex: number): ItemParameters {
    return new ItemParameters(this, itemIndex);
  }

  /** @throws InvalidInputError with the name of the first shown field that does not allow its value */
  check(itemIndex: number): void {
    for (const path of this.unchecked) this.readGiven(path, itemIndex);
    this.unchecked = this.unchecked.filter((path) => !this.isConstant(path));
  }

  getDefinitions(path: string, type?: NodePropertyTypes): [Definition, ...Definition[]] {
    const [first, ...others] = this.definitions.get(path) ?? [];
    if (first && (!type || first.field.type === type)) return [first, ...others];
    throw new Error(`The operation has no field "${path}"${type ? ` of the type ${type}` : ''}`);
  }

  readSaved(path: string): unknown {
    return readOnce(this.savedValues, path, () => this.source.readSaved(path));
  }

  /** Returns the checked value, or `UNSET` if the field is not shown or was not added. */
  readGiven(path: string, itemIndex: number): unknown {
    const definition = this.findShownDefinition(path, itemIndex);
    if (!definition) return UNSET;
    const { field } = definition;
    const read = () => readValue(field, this.source.evaluate(path, itemIndex));
    // Texts with expressions are not kept, because they may be long and differ for each item.
    const isKept = this.isConstant(path) || needsCheck(field);
    return isKept ? readOnce(this.values, this.buildKey(path, itemIndex), read) : read();
  }

  findShownDefinition(path: string, itemIndex: number): Definition | undefined {
    const shownDefinition = this.getDefinitions(path).find((definition) =>
      this.isShown(definition, itemIndex),
    );
    return this.readSaved(path) === UNSET ? undefined : shownDefinition;
  }

  /** Returns the ID that n8n extracts from a locator. */
  extractId(name: string, itemIndex: number): unknown {
    return readOnce(this.values, `ID in ${this.buildKey(name, itemIndex)}`, () =>
      this.source.evaluate(name, itemIndex, { extractValue: true }),
    );
  }

  readAddress(name: string, itemIndex: number): unknown {
    return readOnce(this.values, `address in ${this.buildKey(name, itemIndex)}`, () =>
      this.source.evaluate(`${name}.value`, itemIndex),
    );
  }

  private buildKey(path: string, itemIndex: number): string {
    return this.isConstant(path) ? path : `${itemIndex} ${path}`;
  }

  /** Returns true if neither the field nor a field of its conditions contains an expression. Then all items have the same value. */
  private isConstant(path: string): boolean {
    return readOnce(this.isConstantByPath, path, () => {
      const conditions = this.getDefinitions(path).flatMap((definition) => definition.conditions);
      return (
        !hasExpression(this.readSaved(path)) &&
        conditions.every(({ name }) => this.isConstant(name))
      );
    });
  }

  private isShown({ conditions }: Definition, itemIndex: number): boolean {
    return conditions.every(({ name, values, mustMatch }) => {
      // If several choices are selected in the other field, one match is enough to show or hide this field.
      const choices = [this.readGiven(name, itemIndex)].flat();
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

function hasExpression(saved: unknown): boolean {
  if (typeof saved === 'string') return saved.startsWith('=');
  if (typeof saved !== 'object' || saved === null) return false;
  return Object.values(saved).some(hasExpression);
}

/** Reads a value once, and then returns it from the cache. If `read` throws an error, nothing is cached. */
function readOnce<Value>(cache: Map<string, Value>, key: string, read: () => Value): Value {
  if (cache.has(key)) return cache.get(key) as Value;
  const value = read();
  cache.set(key, value);
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

  check(): void {
    this.node.check(this.itemIndex);
  }

  number(path: string): number {
    return this.readOrDefault(path, 'number') as number;
  }

  boolean(path: string): boolean {
    return this.readOrDefault(path, 'boolean') as boolean;
  }

  /** @returns one of the field's options */
  choice<Choice extends string>(path: string): Choice {
    return this.readOrDefault(path, 'options') as Choice;
  }

  /** @returns the selected options of the field */
  choices<Choice extends string>(path: string): Choice[] {
    return this.readOrDefault(path, 'multiOptions') as Choice[];
  }

  /** Does not trim the text. An expression may also return a number or a boolean. */
  text(path: string): string {
    const [{ field }] = this.node.getDefinitions(path);
    return readText(field, this.readOrDefault(path));
  }

  /** Reads a field of any other type. An expression may return any plain JSON. */
  value(path: string): unknown {
    return this.readOrDefault(path);
  }

  /** Reads a field of type JSON. An expression may also return an object. */
  jsonObject(path: string): IDataObject {
    const input = this.readOrDefault(path);
    const name = this.displayName(path);
    if (typeof input === 'string' && input.trim() === '') return {};
    const value = typeof input === 'string' ? parseUserJson(input, name) : input;
    if (isObject(value)) return value as IDataObject;
    throw new InvalidInputError(
      `"${name}" is not a JSON object`,
      'Enter an object with quoted names, for example: { "jobId": "…" }. Nothing was sent.',
    );
  }

  /** Returns true if the field is shown, and was added to its collection if it is in one. */
  isGiven(path: string): boolean {
    return this.node.findShownDefinition(path, this.itemIndex) !== undefined;
  }

  /** Returns the values of the fields that the user added to a collection, by field name. */
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

  /** Returns the ID in a locator, in any of its modes. @throws the failure that `keepId` kept */
  locator(name: string): unknown {
    const { node, itemIndex } = this;
    const found = node.foundIds.get(`${itemIndex} ${name}`);
    if (found && 'failure' in found) throw found.failure;
    if (found) return found.id;
    if (this.readSaved(name) === undefined) return '';
    return toPlainJson(node.extractId(name, itemIndex), name);
  }

  /** Returns the address in a locator, or undefined if its mode is not "By URL". */
  readAddress(name: string): unknown {
    const { mode } = toObject(this.readSaved(name));
    return mode === 'url' ? this.node.readAddress(name, this.itemIndex) : undefined;
  }

  /** Sets the ID that `locator` returns, or the failure that it throws. */
  keepId(name: string, found: FoundId): void {
    this.node.foundIds.set(`${this.itemIndex} ${name}`, found);
  }

  displayName(path: string): string {
    return this.node.getDefinitions(path)[0].field.displayName;
  }

  readSaved(name: string): unknown {
    const saved = this.node.readSaved(name);
    return saved === UNSET ? undefined : saved;
  }

  /** Returns the value of the field, or its default if it is not shown or was not added. */
  private readOrDefault(path: string, type?: NodePropertyTypes): unknown {
    const [{ field, root }] = this.node.getDefinitions(path, type);
    const value = this.readGiven(path);
    if (value !== UNSET) return value;
    // A boolean in a collection has its default after the user adds it. Until then, it has the opposite value.
    return field.type === 'boolean' && field !== root ? field.default !== true : field.default;
  }

  private readGiven(path: string): unknown {
    return this.node.readGiven(path, this.itemIndex);
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

/** Returns the current value of a field while a user fills in the form. */
export function readFormValue(context: ILoadOptionsFunctions, name: string): unknown {
  return context.getCurrentNodeParameter(name);
}

/** Returns the ID in a locator of the form, or undefined if the form has no such field. `extractValue` would then throw an error. */
export function readChosenInForm(context: ILoadOptionsFunctions, name: string): unknown {
  const current = readFormValue(context, name);
  if (!isObject(current) || !('value' in current)) return current;
  return current.mode === 'url'
    ? context.getCurrentNodeParameter(name, { extractValue: true })
    : current.value;
}
