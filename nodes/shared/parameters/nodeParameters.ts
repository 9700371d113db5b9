import type { INodeProperties, IPollFunctions, NodePropertyTypes } from 'n8n-workflow';
import { ownValue } from '../../../platform/text/names';
import { fieldsOf } from '../../../platform/text/values';
import { plainJson } from '../../../platform/input/plainJson';
import { isChecked, textIn, valueIn } from './fieldValue';
import { NOT_WRITTEN, type ParameterSource, sourceOfPoll } from './parameterSource';
import { evaluatedValue, cachedValue, constantValue, type ItemValue } from './itemValue';

/** In the place of the value of a field that is not shown, or was not added to its collection. */
const NOT_GIVEN = NOT_WRITTEN;

interface Definition {
  field: INodeProperties;
  /** The field itself, or the collection that it is in. */
  root: INodeProperties;
}

/** What became of a name that an agent gave in the place of an ID. */
type FoundId = { id: string } | { failure: unknown };

/**
 * The parameters of a node, as its fields define them: see `valueIn`. Paths are n8n's: `options.timeout` is a field of the
 * collection "Options". Of several fields of one name, the one that is shown counts.
 */
export class NodeParameters {
  private readonly definitions = new Map<string, Definition[]>();
  private readonly foundIds = new Map<string, FoundId>();
  private readonly itemValues = new Map<string, ItemValue<unknown>>();
  /** Paths of checked fields whose values may differ from item to item; all of them until an item has been checked. */
  private unchecked: string[];

  constructor(
    private readonly source: ParameterSource,
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

  /** What the field holds, or its default if it is not shown or was not added. */
  value(path: string, itemIndex: number, type?: NodePropertyTypes): unknown {
    const [{ field }] = this.definitionsOf(path, type);
    const value = this.itemValue(path).of(itemIndex);
    return value === NOT_GIVEN ? field.default : value;
  }

  isGiven(path: string, itemIndex: number): boolean {
    return this.itemValue(path).of(itemIndex) !== NOT_GIVEN;
  }

  /** The fields that were added to a collection. */
  added(collection: string, itemIndex: number): Record<string, unknown> {
    const [{ root }] = this.definitionsOf(collection, 'collection');
    const values = innerFields(root).map(
      ({ name }) => [name, this.itemValue(`${collection}.${name}`).of(itemIndex)] as const,
    );
    return Object.fromEntries(values.filter(([, value]) => value !== NOT_GIVEN));
  }

  /** A text as it is written; an expression may give a number or a boolean. */
  text(path: string, itemIndex: number): string {
    const [{ field }] = this.definitionsOf(path);
    return textIn(field, this.value(path, itemIndex));
  }

  /** Keeps what became of a name that stood in the place of an ID. */
  keepId(name: string, itemIndex: number, found: FoundId): void {
    this.foundIds.set(`${itemIndex} ${name}`, found);
  }

  /** The identifier that a locator holds, whichever way it was chosen; an agent may have given a name. */
  locator(name: string, itemIndex: number): unknown {
    const found = this.foundIds.get(`${itemIndex} ${name}`);
    if (found && 'failure' in found) throw found.failure;
    if (found) return found.id;
    const ofLocator = () => {
      const written = this.source.written(name);
      if (written === NOT_WRITTEN) return constantValue<unknown>('');
      return evaluatedValue(this.source, name, written, { extractValue: true });
    };
    return plainJson(this.itemValueOnce(`locator ${name}`, ofLocator).of(itemIndex), name);
  }

  /** The address that stands in a locator; undefined in its other modes. */
  address(name: string, itemIndex: number): unknown {
    const { mode, value } = fieldsOf(this.written(name));
    if (mode !== 'url') return undefined;
    const read = () => evaluatedValue(this.source, `${name}.value`, value);
    return this.itemValueOnce(`address ${name}`, read).of(itemIndex);
  }

  displayName(path: string): string {
    return this.definitionsOf(path)[0].field.displayName;
  }

  /** What stands in a field: of an expression its text. */
  written(name: string): unknown {
    const written = this.source.written(name);
    return written === NOT_WRITTEN ? undefined : written;
  }

  private definitionsOf(path: string, type?: NodePropertyTypes): [Definition, ...Definition[]] {
    const [first, ...others] = this.definitions.get(path) ?? [];
    if (first && (!type || first.field.type === type)) return [first, ...others];
    throw new Error(`The operation has no field "${path}"${type ? ` of the type ${type}` : ''}`);
  }

  private itemValue(path: string): ItemValue<unknown> {
    return this.itemValueOnce(path, () => {
      const choices = this.definitionsOf(path).map((definition) => ({
        isShown: this.isShown(definition.root),
        value: this.valueOf(path, definition),
      }));
      return {
        isConstant: choices.every(({ isShown, value }) => isShown.isConstant && value.isConstant),
        of(itemIndex) {
          const choice = choices.find(({ isShown }) => isShown.of(itemIndex));
          return choice ? choice.value.of(itemIndex) : NOT_GIVEN;
        },
      };
    });
  }

  private itemValueOnce(key: string, make: () => ItemValue<unknown>): ItemValue<unknown> {
    const itemValue = this.itemValues.get(key) ?? make();
    this.itemValues.set(key, itemValue);
    return itemValue;
  }

  /** By the conditions of the field itself; those of a node's resource and operation, and n8n's own, are met. */
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
          // Of a field with several choices, one is enough.
          return [value.of(itemIndex)].flat().some((each) => named.includes(each)) === isWanted;
        }),
    };
  }

  private valueOf(path: string, { field }: Definition): ItemValue<unknown> {
    const given = this.givenAt(path);
    const value = {
      isConstant: given.isConstant,
      of(itemIndex: number) {
        const value = given.of(itemIndex);
        return value === NOT_GIVEN ? NOT_GIVEN : valueIn(field, value);
      },
    };
    return isChecked(field) ? cachedValue(value) : value;
  }

  private givenAt(path: string): ItemValue<unknown> {
    const written = this.source.written(path);
    return written === NOT_WRITTEN
      ? constantValue(NOT_GIVEN)
      : evaluatedValue(this.source, path, written);
  }
}

function innerFields({ type, options }: INodeProperties): INodeProperties[] {
  return type === 'collection' ? ((options ?? []) as INodeProperties[]) : [];
}

/** The parameters of one item. */
export class ItemParameters {
  constructor(
    private readonly parameters: NodeParameters,
    private readonly itemIndex: number,
  ) {}

  /** Of the operation. */
  get fields(): readonly INodeProperties[] {
    return this.parameters.fields;
  }

  /** @throws InvalidInputError naming the first field that is shown and has a value that it does not allow */
  check(): void {
    this.parameters.check(this.itemIndex);
  }

  number(path: string): number {
    return this.parameters.value(path, this.itemIndex, 'number') as number;
  }

  boolean(path: string): boolean {
    return this.parameters.value(path, this.itemIndex, 'boolean') as boolean;
  }

  /** @returns one of the values that the field offers */
  choice<Choice extends string>(path: string): Choice {
    return this.parameters.value(path, this.itemIndex, 'options') as Choice;
  }

  /** @returns some of the values that the field offers */
  choices<Choice extends string>(path: string): Choice[] {
    return this.parameters.value(path, this.itemIndex, 'multiOptions') as Choice[];
  }

  /** A text as it is written; an expression may give a number or a boolean. */
  text(path: string): string {
    return this.parameters.text(path, this.itemIndex);
  }

  /** Of a field of any other type; what an expression gives is not checked. */
  value(path: string): unknown {
    return this.parameters.value(path, this.itemIndex);
  }

  /** Whether the field is shown, and was added to its collection. */
  isGiven(path: string): boolean {
    return this.parameters.isGiven(path, this.itemIndex);
  }

  /** The fields that were added to a collection, by their names. */
  added(collection: string): Record<string, unknown> {
    return this.parameters.added(collection, this.itemIndex);
  }

  /** The entries that were added to a field of the type `fixedCollection`. */
  entries(path: string, group: string): Array<Record<string, unknown>> {
    const groups = this.parameters.value(path, this.itemIndex, 'fixedCollection');
    return (ownValue(groups as Record<string, unknown>, group) ?? []) as Array<
      Record<string, unknown>
    >;
  }

  /** The identifier that a locator holds, whichever way it was chosen; an agent may have given a name. */
  locator(name: string): unknown {
    return this.parameters.locator(name, this.itemIndex);
  }

  /** The address that stands in a locator; undefined in its other modes. */
  address(name: string): unknown {
    return this.parameters.address(name, this.itemIndex);
  }

  /** Keeps what became of a name that stood in the place of an ID. */
  keepId(name: string, found: FoundId): void {
    this.parameters.keepId(name, this.itemIndex, found);
  }

  displayName(path: string): string {
    return this.parameters.displayName(path);
  }

  /** What stands in a field: of an expression its text. */
  written(name: string): unknown {
    return this.parameters.written(name);
  }
}

/** The parameters of a trigger, all of them checked. */
export function parametersOfPoll(
  poll: IPollFunctions,
  fields: readonly INodeProperties[],
): ItemParameters {
  const parameters = new NodeParameters(sourceOfPoll(poll), fields).ofItem(0);
  parameters.check();
  return parameters;
}
