import type { INodeProperties } from 'n8n-workflow';
import { nestedOf } from './fields';
import type { SharedFields } from './sharedFields';
import { choicesOf, conditionOf, defaultOf, sentence, typeOf } from './words';

const HEAD = ['| Field | Type | Default | What it does |', '| --- | --- | --- | --- |'];

/** The fields of an operation as a table, with what is in collections below these. */
export function fieldTable(
  fields: INodeProperties[],
  shared: SharedFields,
  around: INodeProperties[] = fields,
): string {
  return [...HEAD, ...fields.flatMap((field) => rowsOf(field, around, shared, ''))].join('\n');
}

function rowsOf(
  field: INodeProperties,
  around: INodeProperties[],
  shared: SharedFields,
  indent: string,
): string[] {
  const nested = nestedOf(field);
  const link = shared.linkOf(field);
  const about = [
    sentence(field.description),
    link === undefined ? '' : `${nested.length} fields: ${link}.`,
    conditionOf(field, around),
  ].filter((part) => part !== '');
  const cells = [
    `${indent}**${field.displayName}**<br>\`${field.name}\`${field.required ? ', required' : ''}`,
    typeOf(field),
    defaultOf(field),
    `${about.join(' ')}${choicesOf(field)}`,
  ];
  const below =
    link === undefined
      ? nested.flatMap((one) => rowsOf(one, [...nested, ...around], shared, `${indent}↳ `))
      : [];
  return [`| ${cells.join(' | ')} |`, ...below];
}
