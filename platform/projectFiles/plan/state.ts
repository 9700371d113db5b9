import { canonicalText } from '../files/stableJson';
import type { Step } from './step';
import { ENTITY_KINDS, isEntityKind } from '../tree';
import type { RawEntity, Snapshot } from '../target/snapshot';

interface StateOptions {
  /** The name that this deploy has given to the entity. */
  name?: string;
  /** Whether the variables of an entity count. Default true. */
  hasVariables?: boolean;
}

/**
 * The entries of a target as texts: one that is the same as before was not changed by another user. Fingerprints of plans and
 * the checks during a deploy compare these.
 */
export class TargetState {
  private readonly entities: ReadonlyMap<string, RawEntity>;
  private readonly ownVariables: ReadonlyMap<string | undefined, object>;

  constructor(private readonly snapshot: Snapshot) {
    const { variables, id, entities } = snapshot;
    this.entities = new Map(
      ENTITY_KINDS.flatMap((kind) =>
        entities[kind].map((entity) => [`${kind} ${entity.id}`, entity] as const),
      ),
    );
    this.ownVariables = new Map((variables.get(id) ?? []).map((one) => [one.name, one]));
  }

  /** @returns undefined if the target does not have the entry */
  of(step: Step, options: StateOptions = {}): string | undefined {
    const content = this.contentOf(step, options);
    return content === undefined ? undefined : canonicalText(content);
  }

  private contentOf(step: Step, { name, hasVariables = true }: StateOptions): unknown {
    const { kind, current } = step;
    const { description = null, variables } = this.snapshot;
    if (kind === 'project') return description;
    if (kind === 'variable') return this.ownVariables.get(step.name);
    // Lists of rights and technologies are compared when they are changed.
    if (!isEntityKind(kind)) return current;
    const entity = current && this.entities.get(`${kind} ${current.id}`);
    if (!entity) return undefined;
    const named = name === undefined ? entity : { ...entity, name };
    return [named, hasVariables ? (variables.get(entity.id) ?? []) : []];
  }
}
