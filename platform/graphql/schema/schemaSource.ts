import type { LiveSchema } from './introspection';
import { partialSchema, type PartialSchema } from './partialSchema';
import type { IntrospectedSchema } from './introspectedTypes';
import { requireFewTypes, type TypesInParts } from './typesInParts';

/** What tells the schema of a module. */
export interface SchemaSource {
  /** As far as it is known by now. */
  readonly live: LiveSchema;
  /**
   * Reads what somebody looked for in a schema of this source and did not find told.
   * @returns whether there was any: then what was made of it is to be made anew
   */
  complete(used: LiveSchema): Promise<boolean>;
}

/** A schema that was returned as a whole. */
export class WholeSchema implements SchemaSource {
  constructor(readonly live: LiveSchema) {}

  async complete(): Promise<boolean> {
    return false;
  }
}

/** A schema that is read type by type, as its types are needed. */
export class SchemaInParts implements SchemaSource {
  live: PartialSchema;
  private reading: Promise<void> = Promise.resolve();
  /** Names that somebody else gave, of which the platform knows nothing. */
  private readonly absent = new Set<string>();

  /** Reads the roots. @throws IntrospectionRefusedError */
  static async read(parts: TypesInParts): Promise<SchemaInParts> {
    return new SchemaInParts(parts, await parts.readRoots());
  }

  private constructor(
    private readonly parts: TypesInParts,
    private readonly introspected: IntrospectedSchema,
  ) {
    this.live = partialSchema(introspected);
  }

  async complete(used: LiveSchema): Promise<boolean> {
    const { missed } = used as PartialSchema;
    const looked = [...missed].filter((name) => !this.absent.has(name));
    if (looked.length === 0) return false;
    // One after the other: most that are missed by one are missed by the others.
    const read = this.reading.then(async () => await this.readMissed(looked));
    this.reading = read.catch(() => undefined);
    await read;
    return looked.some((name) => !this.absent.has(name));
  }

  private async readMissed(looked: readonly string[]): Promise<void> {
    const { types } = this.introspected;
    const names = looked.filter((name) => !types.has(name) && !this.absent.has(name));
    if (names.length === 0) return;
    const found = await this.parts.read(names);
    for (const name of names) {
      const kind = this.kindOf(name);
      // What the platform names and does not tell has nothing in it.
      if (kind !== undefined) types.set(name, { name, kind });
      else if (!found.some((type) => type.name === name)) this.absent.add(name);
    }
    for (const type of found) types.set(type.name, type);
    requireFewTypes(types.size);
    this.live = partialSchema(this.introspected);
  }

  private kindOf(name: string): string | undefined {
    return this.live.introspection.__schema.types.find((type) => type.name === name)?.kind;
  }
}
