import axe from 'axe-core';
import { checkNodesApiVersion } from 'n8n-workflow';
import { addInnerFields } from '../support/descriptions/describedOperations';
import { readDescriptions } from '../support/descriptions/packageNodes';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn, readJson, readText } from '../support/repository';

/** Rules for community packages that no release of n8n's linter has yet: docs/dev/n8n-rules.md. */

// The list of n8n's documentation on codex files.
const CATEGORIES = [
  ...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
  ...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];
const MAX_HINT_CHARACTERS = 120;
const BACKGROUND = { light: '#ffffff', dark: '#2b2b2b' };
const MIN_CONTRAST = 1.5;

/** axe's types lack this. */
const { Color, getContrast } = (axe.commons as never as { color: AxeColors }).color;
interface AxeColors {
  Color: new () => { parseHexString(text: string): void };
  getContrast(...colors: object[]): number;
}

function toColor(text = '') {
  const color = new Color();
  color.parseHexString(text);
  return color;
}

const nodes = readDescriptions();
const fields = nodes.flatMap(({ properties }) => addInnerFields(properties));

test('hint-max-length', () => {
  expect(fields.length).toBeGreaterThan(500);
  const long = fields.filter(({ hint = '' }) => hint.length > MAX_HINT_CHARACTERS);
  expect(long.map(({ hint }) => hint)).toEqual([]);
});

test('require-param-default', () => {
  expect(fields.filter((field) => !('default' in field)).map(({ name }) => name)).toEqual([]);
});

test('no-duplicate-param-options, no-asterisk-in-option-names', () => {
  for (const { name, options = [] } of fields) {
    const choices = options.filter((option) => 'value' in option);
    const names = choices.map((option) => option.name);
    expect([name, names]).toEqual([name, [...new Set(names)]]);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
    expect(names.filter((text) => text.includes('*'))).toEqual([]);
  }
});

test('valid-node-categories, valid-codex-categories, no-ai-codex-category, no-codex-subcategories, no-logic-or-flow-nodes', () => {
  for (const { codex } of nodes) {
    expect(codex?.categories?.length).toBeGreaterThan(0);
    for (const category of codex?.categories ?? []) expect(CATEGORIES).toContain(category);
    expect(codex).not.toHaveProperty('subcategories');
  }
});

test('n8n of today has the level of the interface for nodes that the package declares', () => {
  const declared = checkNodesApiVersion(readJson(PACKAGE_FOLDER, 'package.json'));
  expect(declared).toEqual({ compatible: true, version: 1 });
});

test('no-monorepo', () => {
  const { repository } = readJson<{ repository: object }>(PACKAGE_FOLDER, 'package.json');
  expect(Object.keys(repository).sort()).toEqual(['type', 'url']);
});

test('icon-contrast', () => {
  const icons = filesIn(PACKAGE_FOLDER, 'dist/**/*.svg');
  expect(icons.length).toBeGreaterThan(10);
  for (const icon of icons) {
    const colors = [
      ...readText(PACKAGE_FOLDER, icon).matchAll(
        /(?:fill|stroke|stop-color)[=:]\s*"?(#[0-9a-f]{3,6})\b/gi,
      ),
    ];
    const background = icon.endsWith('.dark.svg') ? BACKGROUND.dark : BACKGROUND.light;
    const contrasts = colors.map(([, color]) => getContrast(toColor(background), toColor(color)));
    const best = Math.max(...contrasts);
    expect({ icon, isVisible: best >= MIN_CONTRAST }).toEqual({ icon, isVisible: true });
  }
});
