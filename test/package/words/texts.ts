import ts from 'typescript';
import { filesIn, readJson, readText } from '../../support/repository';
import type { Kind } from './rules';

/** A text that a user reads, and where it comes from. */
export interface UserText {
  readonly kind: Kind;
  readonly where: string;
  readonly text: string;
}

const SHOWN = new Set(['displayName', 'description', 'action', 'placeholder', 'hint']);

/** What n8n's editor shows of a node or a credential as built. */
export function editorTexts(where: string, description: unknown): UserText[] {
  if (Array.isArray(description)) {
    return description.flatMap((entry: unknown) => editorTexts(where, entry));
  }
  if (typeof description !== 'object' || description === null) return [];
  return Object.entries(description).flatMap(([key, value]: [string, unknown]): UserText[] => {
    if (typeof value !== 'string') return editorTexts(where, value);
    const isOptionName = key === 'name' && 'value' in description;
    const isExample = key === 'placeholder' && value.startsWith('e.g.');
    return (SHOWN.has(key) || isOptionName) && !isExample
      ? [{ kind: 'editor', where, text: value.replace(/<[^>]+>/g, '') }]
      : [];
  });
}

/** Sentences in the sources of nodes and client: messages, what to do next, reasons. `…` stands for what may be anything. */
export function messageTexts(): UserText[] {
  return filesIn('.', '{platform,nodes}/**/*.ts').flatMap((where) =>
    literalsOf(where).map((text): UserText => ({ kind: 'message', where, text })),
  );
}

function literalsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map(({ literal }) => `…${literal.text}`);
      found.push([node.head.text, ...rest].join(''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest));
  // A sentence has a capital, three words, and nothing of a query, a command or a page.
  return found.filter((one) => /^["“…]?[A-Z…]/.test(one) && !/[{<]|--/.test(one) && WORDS(one) > 2);
}

interface CanvasNode {
  name: string;
  parameters: { content?: string; toolDescription?: string };
}

/** Names of nodes, notes and descriptions of tools in the workflows to import: what a user reads on the canvas. */
export function canvasTexts(): UserText[] {
  return filesIn('.', '{workflows,docs/examples/from-http-request}/*.json').flatMap((where) => {
    const { nodes } = readJson<{ nodes: CanvasNode[] }>(where);
    return nodes
      .flatMap(({ name, parameters: { content = '', toolDescription = '' } }) => [
        name,
        toolDescription,
        ...proseOf(content),
      ])
      .map((text): UserText => ({ kind: 'page', where, text }));
  });
}

/** Text of all pages, with ▪ for code, and without addresses and pictures; each cell of a table and each entry of a list by itself. */
export function pageTexts(): UserText[] {
  return filesIn('.', '{README.md,CHANGELOG.md,docs/**/*.md}').flatMap((where) =>
    proseOf(readText(where)).map((text): UserText => ({ kind: 'page', where, text })),
  );
}

function proseOf(markdown: string): string[] {
  return markdown
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/`[^`]*`/g, '▪')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*>|#]|\d+\.) ?)/)
    .flatMap((block) => (block.trim().startsWith('|') ? block.split('|') : [block]))
    .map((block) => block.replace(/\s+/g, ' ').trim());
}

export const WORDS = (text: string) => (text.match(/[\p{L}\d’'/.-]+/gu) ?? []).length;

export const sentencesOf = (text: string) => text.split(/(?<=[.!?:;])\s+|\n| · /);
