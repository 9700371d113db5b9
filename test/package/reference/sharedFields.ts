import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { fieldsOf, nestedOf, operationsOf } from './fields';
import { anchorOf } from './words';

/** From this many on, fields that several operations have are told once. */
const MANY = 5;

interface Group {
  field: INodeProperties;
  /** The operations that have it, as the headings of the page. */
  actions: string[];
}

/** Collections that several operations have, with just the same fields in them. */
export class SharedFields {
  private readonly groups = new Map<string, Group>();

  constructor(node: INodeTypeDescription) {
    for (const { resource, operation } of operationsOf(node)) {
      const fields = fieldsOf(node, resource.value, operation.value);
      for (const field of fields.filter((one) => nestedOf(one).length >= MANY)) {
        const key = keyOf(field);
        const group = this.groups.get(key) ?? { field, actions: [] };
        group.actions.push(String(operation.action));
        this.groups.set(key, group);
      }
    }
    for (const [key, { actions }] of this.groups) if (actions.length < 2) this.groups.delete(key);
  }

  /** Where the fields of a collection are told, if not beside it. */
  linkOf(field: INodeProperties): string | undefined {
    const group = this.groups.get(keyOf(field));
    return group && `[${headingOf(group)}](#${anchorOf(headingOf(group))})`;
  }

  /** What is told once: heading, the operations that have it, and the fields. */
  all(): Array<{ heading: string; actions: string[]; fields: INodeProperties[] }> {
    return [...this.groups.values()].map((group) => ({
      heading: headingOf(group),
      actions: group.actions,
      fields: nestedOf(group.field),
    }));
  }
}

const keyOf = ({ displayName, options }: INodeProperties) => JSON.stringify([displayName, options]);

const headingOf = ({ field, actions }: Group) => `${field.displayName} of ${actions[0]}`;
