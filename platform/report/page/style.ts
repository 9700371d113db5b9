/** Colours by the name of the class that has them: inline for light, in a style sheet for dark. */
interface Tone {
  property: 'background' | 'color' | 'border-color';
  light: string;
  dark: string;
}

const TONES = {
  page: { property: 'background', light: '#f4f5f7', dark: '#12151a' },
  card: { property: 'background', light: '#ffffff', dark: '#1a1e25' },
  edge: { property: 'border-color', light: '#e3e6eb', dark: '#2c323c' },
  ink: { property: 'color', light: '#1d2430', dark: '#e8ebf0' },
  soft: { property: 'color', light: '#5a6372', dark: '#a4aebc' },
  alarm: { property: 'color', light: '#b3261e', dark: '#ff9d93' },
  notice: { property: 'color', light: '#835400', dark: '#f1c265' },
  work: { property: 'color', light: '#245fa3', dark: '#93bff7' },
  calm: { property: 'color', light: '#28704f', dark: '#74cda7' },
  s: { property: 'border-color', light: '#57a98b', dark: '#419a7b' },
  f: { property: 'border-color', light: '#c9453b', dark: '#f07d72' },
  m: { property: 'border-color', light: '#c9453b', dark: '#f07d72' },
  k: { property: 'border-color', light: '#a37c2d', dark: '#d5ad5b' },
  r: { property: 'border-color', light: '#3d7cc9', dark: '#7bb0f2' },
  n: { property: 'border-color', light: '#8f98a6', dark: '#717b89' },
} as const satisfies Record<string, Tone>;

export type ToneName = keyof typeof TONES;

/** The class and the colour of a tone, followed by more style. */
export function tone(name: ToneName, style = ''): string {
  const { property, light } = TONES[name];
  return `class="${name}" style="${property}:${light};${style}"`;
}

export function lightOf(name: ToneName): string {
  return TONES[name].light;
}

export const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Lies behind the durations that are usual, on light and dark ground alike. */
export const BAND = 'rgba(110,140,180,0.25)';

const dark = Object.entries(TONES)
  .map(([name, { property, dark: colour }]) => `.${name}{${property}:${colour}!important}`)
  .join('');

/** Only adds: without it the page is light, and whole. */
export const STYLE_SHEET = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}@media (max-width:480px){.pad{padding-left:14px!important;padding-right:14px!important}.outer{padding:12px 8px!important}}@media (max-width:360px){.tile{display:inline-block;width:46%!important;padding-bottom:8px!important}}`;
