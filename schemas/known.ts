import {
  DEFAULT_DEPRECATION_REASON,
  Kind,
  print,
  stripIgnoredCharacters,
  visit,
  type DirectiveNode,
  type TypeDefinitionNode,
} from 'graphql';
import path from 'node:path';
import { definitionsIn, type Definitions } from '../sandbox/definitions/definitions';

const SANDBOX = path.join(__dirname, '../sandbox');
const FOLDERS = { projects: 'projects/schema', catalog: 'catalog/schema' } as const;

/** Where the package has the newest known form of the platform's modules, for platforms that do not return their schema. */
export const KNOWN_FORMS_FILE = path.join(__dirname, '../platform/graphql/schema/knownForms.ts');

/** That file's text: each type on a line of its own, without descriptions. */
export function knownForms(): string {
  const forms = Object.entries(FOLDERS).map(
    ([module, folder]) =>
      `  ${module}: \`\n${linesOf(definitionsIn(path.join(SANDBOX, folder)))}\`,`,
  );
  return [
    '/** Written by `npm run schemas`: the newest known form of each module, for platforms that do not return their schema. */',
    'export const KNOWN_FORMS = {',
    ...forms,
    '} as const;',
    '',
  ].join('\n');
}

function linesOf(definitions: Definitions): string {
  return [...definitions.values()].map((type) => `${textOf(type)}\n`).join('');
}

function textOf(type: TypeDefinitionNode): string {
  const plain = visit(type, {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
    Directive: (node) => (node.name.value === 'deprecated' ? withoutUsualReason(node) : null),
  });
  const text = stripIgnoredCharacters(print(plain));
  return text.replaceAll('\\', '\\\\').replaceAll('`', '\\`');
}

function withoutUsualReason(node: DirectiveNode): DirectiveNode {
  const [reason] = node.arguments ?? [];
  const isUsual =
    reason?.value.kind === Kind.STRING && reason.value.value === DEFAULT_DEPRECATION_REASON;
  return isUsual ? { ...node, arguments: [] } : node;
}
