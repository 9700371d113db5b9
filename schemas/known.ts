import {
  DEFAULT_DEPRECATION_REASON,
  Kind,
  print,
  stripIgnoredCharacters,
  visit,
  type DirectiveNode,
  type FieldDefinitionNode,
  type TypeDefinitionNode,
} from 'graphql';
import path from 'node:path';
import { type Definitions, definitionsIn } from '../sandbox/definitions/definitions';
import { AGES, definitionsOfAge } from '../sandbox/generations/ages';
import { definitionsOfGeneration } from '../sandbox/generations/generation';

/** Where the package has the known forms of the platform's modules, for platforms that do not return their schema. */
export const KNOWN_FORMS_FILE = path.join(__dirname, '../platform/graphql/schema/knownForms.ts');

/** The newest first. */
const FORMS: Record<string, Definitions[]> = {
  projects: [
    ...AGES.filter((age) => age !== '2021')
      .reverse()
      .map(definitionsOfAge),
    definitionsOfGeneration('early'),
    definitionsOfAge('2021'),
    definitionsOfGeneration('documented'),
  ],
  catalog: [definitionsIn(path.join(__dirname, '../sandbox/catalog/schema'))],
};

/** That file's text. */
export function knownForms(): string {
  const modules = Object.entries(FORMS).map(
    ([module, forms]) => `  ${module}: \`\n${linesOf(forms).join('\n')}\n\`,`,
  );
  return [
    '/**',
    ' * Written by `npm run schemas`: the known forms of each module, for platforms that do not return their schema. Each line is a',
    ' * type, after the first and the last form that has it. 0 is the newest.',
    ' */',
    "export const KNOWN_FORMS: Record<'projects' | 'catalog', string> = {",
    ...modules,
    '};',
    '',
  ].join('\n');
}

/** Each text once for a span of forms that have it. */
function linesOf(forms: readonly Definitions[]): string[] {
  const textsOfForms = forms.map((form) => new Set([...form.values()].flatMap(textsOf)));
  const spans = new Map<string, string[]>();
  for (const text of new Set(textsOfForms.flatMap((texts) => [...texts]))) {
    for (const first of forms.keys()) {
      if (!textsOfForms[first]?.has(text) || textsOfForms[first - 1]?.has(text)) continue;
      const end = textsOfForms.findIndex((texts, n) => n > first && !texts.has(text));
      const span = `${first}-${end < 0 ? forms.length - 1 : end - 1}`;
      spans.set(span, [...(spans.get(span) ?? []), text]);
    }
  }
  return [...spans].flatMap(([span, texts]) => joined(texts).map((line) => `${span} ${line}`));
}

/** A type, without descriptions. Of queries and mutations each for itself: they differ the most. */
function textsOf(type: TypeDefinitionNode): string[] {
  const { value: name } = type.name;
  if (!ROOTS.includes(name) || type.kind !== Kind.OBJECT_TYPE_DEFINITION) return [textOf(type)];
  return [`type ${name}`, ...(type.fields ?? []).map((field) => headOf(name) + textOf(field))];
}

const ROOTS = ['Query', 'Mutation'];

function headOf(root: string): string {
  return `extend type ${root}{`;
}

/** Each type on a line of its own; the members of queries and mutations together. */
function joined(texts: readonly string[]): string[] {
  const isMember = (text: string) => ROOTS.some((root) => text.startsWith(headOf(root)));
  const extensions = ROOTS.flatMap((root) => {
    const head = headOf(root);
    const members = texts.filter((text) => text.startsWith(head));
    return members.length > 0
      ? [`${head}${members.map((text) => text.slice(head.length)).join(' ')}}`]
      : [];
  });
  return [...texts.filter((text) => !isMember(text)), ...extensions];
}

function textOf(node: TypeDefinitionNode | FieldDefinitionNode): string {
  const plain = visit(node, {
    enter: (inner) => ('description' in inner ? { ...inner, description: undefined } : undefined),
    Directive: (inner) => (inner.name.value === 'deprecated' ? withoutUsualReason(inner) : null),
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
