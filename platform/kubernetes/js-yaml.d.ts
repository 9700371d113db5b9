/** The little of js-yaml that is used; it comes without types. */
declare module 'js-yaml' {
  export interface Schema {
    readonly brand: 'schema';
  }
  /** Texts, lists and maps alone. */
  export const FAILSAFE_SCHEMA: Schema;
  export function load(text: string, options: { schema: Schema }): unknown;
}
