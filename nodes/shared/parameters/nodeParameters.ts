import type { IDataObject, INodeProperties, IPollFunctions, NodePropertyTypes } from 'n8n-workflow';
import { InvalidInputError } from '../../../platform/errors/errors';
import { ownValue } from '../../../platform/text/names';
import { fieldsOf, isObject } from '../../../platform/text/values';
import { plainJson } from '../../../platform/input/plainJson';
import { parseUserJson } from '../../../platform/input/userJson';
import { isChecked, textIn, valueIn } from './fieldValue';
import {
  cachedValue,
  constantValue,
  evaluatedValue,
  type ItemValue,
  type ParameterSource,
  sourceOfPoll,
  UNSET,
} from './parameterSource';

interface Definition {
  field: INodeProperties;
  /** The field itself, or the collection that it is in. */
  root: INodeProperties;
}

/** The ID that was found for a locator's address, name or alias. */
type FoundId = { id: string } | { failure: unknown };

/**
 * The parameters of a node, checked by the definitions of its fields (`valueIn`). Paths are n8n's: `options.timeout` is a field of
 * the collection "Options". If several fields have one name, the one that is shown counts.
 */
export class NodeParameters {
  private readonly definitions = new Map<string, Definition[]>();
  /** Keys are an item and a locator: `3 jobId`. */
  readonly foundIds = new Map<string, FoundId>();
  private readonly itemValues = new Map<string, ItemValue<unknown>>();
  /** Paths of fields to check for each item. Fields without expressions are removed once they have been checked. */
  private unchecked: string[];

  constructor(
    readonly source: ParameterSource,
    readonly fields: readonly INodeProperties[],
  ) {
    const define = (path: string, definition: Definition) =>
      this.definitions.set(path, [...(this.definitions.get(path) ?? []), definition]);
    for (const root of fields) {
      define(root.name, { root, field: root });
      for (const field of innerFields(root)) define(`${root.name}.${field.name}`, { root, field });
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
    for (const path of this.unchecked) this.itemValue(path).of(itemIndex);
    this.unchecked = this.unchecked.filter((path) => !this.itemValue(path).isConstant);
  }

  /** The field's definitions. @throws if the operation has no such field */
  definitionsOf(path: string, type?: NodePropertyTypes): [Definition, ...Definition[]] {
    const [first, ...others] = this.definitions.get(path) ?? [];
    if (first && (!type || first.field.type === type)) return [first, ...others];
    throw new Error(`The operation has no field "${path}"${type ? ` of the type ${type}` : ''}`);
  }

  /** Returns the checked value of the field; `UNSET` if it is not shown or was not added. */
  itemValue(path: string): ItemValue<unknown> {
    return this.itemValueOnce(path, () => {
      const choices = this.definitionsOf(path).map((definition) => ({
        isShown: this.isShown(definition.root),
        value: this.valueOf(path, definition),
      }));
      return {
        isConstant: choices.every(({ isShown, value }) => isShown.isConstant && value.isConstant),
        of(itemIndex) {
          const choice = choices.find(({ isShown }) => isShown.of(itemIndex));
          return choice ? choice.value.of(itemIndex) : UNSET;
        },
      };
    });
  }

  itemValueOnce(key: string, make: () => ItemValue<unknown>): ItemValue<unknown> {
    const itemValue = this.itemValues.get(key) ?? make();
    this.itemValues.set(key, itemValue);
    return itemValue;
  }

  /** Evaluates the conditions of the field itself. Those on resource and operation, and n8n's own, are met. */
  private isShown({ displayOptions }: INodeProperties): ItemValue<boolean> {
    const { show = {}, hide = {} } = displayOptions ?? {};
    const conditionsIn = (named: typeof show, isWanted: boolean) =>
      Object.entries(named)
        .filter(([name]) => name[0] !== '@')
        .map(([name, values = []]) => ({ value: this.itemValue(name), values, isWanted }));
    const conditions = [...conditionsIn(show, true), ...conditionsIn(hide, false)];
    return {
      isConstant: conditions.every(({ value }) => value.isConstant),
      of: (itemIndex) =>
        conditions.every(({ value, values, isWanted }) => {
          const named: unknown[] = values;
          // If the other field has several choices, one of them is enough.
          return [value.of(itemIndex)].flat().some((each) => named.includes(each)) === isWanted;
        }),
    };
  }

  private valueOf(path: string, { field }: Definition): ItemValue<unknown> {
    const written = this.source.written(path);
    if (written === UNSET) return constantValue(UNSET);
    const evaluated = evaluatedValue(this.source, path, written);
    const value = {
      isConstant: evaluated.isConstant,
      of: (itemIndex: number) => valueIn(field, evaluated.of(itemIndex)),
    };
    return isChecked(field) ? cachedValue(value) : value;
  }
}

function innerFields({ type, options }: INodeProperties): INodeProperties[] {
  return type === 'collection' ? ((options ?? []) as INodeProperties[]) : [];
}

/** The parameters of one item. */
export class ItemParameters {
  constructor(
    private readonly node: NodeParameters,
    private readonly itemIndex: number,
  ) {}

  /** The fields of the operation. */
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

  /** Returns text without trimming it; an expression may return a number or a boolean. */
  text(path: string): string {
    const [{ field }] = this.node.definitionsOf(path);
    return textIn(field, this.valueOf(path));
  }

  /** Returns the value of a field of any other type; the result of an expression is not checked. */
  value(path: string): unknown {
    return this.valueOf(path);
  }

  /** Returns the object in a field of type JSON; an expression may return the object itself. */
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
    return this.given(path) !== UNSET;
  }

  /** Returns the fields that were added to a collection, by their names. */
  added(collection: string): Record<string, unknown> {
    const [{ root }] = this.node.definitionsOf(collection, 'collection');
    const values = innerFields(root).map(
      ({ name }) => [name, this.given(`${collection}.${name}`)] as const,
    );
    return Object.fromEntries(values.filter(([, value]) => value !== UNSET));
  }

  /** Returns the entries that were added to a field of type `fixedCollection`. */
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
    const ofLocator = () => {
      const written = this.written(name);
      if (written === undefined) return constantValue<unknown>('');
      return evaluatedValue(node.source, name, written, { extractValue: true });
    };
    return plainJson(node.itemValueOnce(`locator ${name}`, ofLocator).of(itemIndex), name);
  }

  /** Returns the address in a locator; undefined in its other modes. */
  address(name: string): unknown {
    const { node, itemIndex } = this;
    const { mode, value } = fieldsOf(this.written(name));
    if (mode !== 'url') return undefined;
    const read = () => evaluatedValue(node.source, `${name}.value`, value);
    return node.itemValueOnce(`address ${name}`, read).of(itemIndex);
  }

  /** Keeps the ID that was found for a locator, or why none was found; `locator` returns or throws it. */
  keepId(name: string, found: FoundId): void {
    this.node.foundIds.set(`${this.itemIndex} ${name}`, found);
  }

  displayName(path: string): string {
    return this.node.definitionsOf(path)[0].field.displayName;
  }

  /** Returns what the node contains for a field, an expression as its text. */
  written(name: string): unknown {
    const written = this.node.source.written(name);
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
    return this.node.itemValue(path).of(this.itemIndex);
  }
}

/** Returns the parameters of a trigger, all of them checked. */
export function parametersOfPoll(
  poll: IPollFunctions,
  fields: readonly INodeProperties[],
): ItemParameters {
  const parameters = new NodeParameters(sourceOfPoll(poll), fields).ofItem(0);
  parameters.check();
  return parameters;
}
