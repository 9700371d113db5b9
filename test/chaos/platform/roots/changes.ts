import { GraphQLError } from 'graphql';
import { currentVersionOf, versionsOf, type ChaosEntity } from '../entities';
import type { World } from '../world';
import { find } from './shown';

/** What is done to entities of every kind; each is written down as an effect. */
export class Changes {
  constructor(private readonly world: World) {}

  /** The effect's target is the name. */
  add(
    entities: Map<string, ChaosEntity>,
    kind: string,
    entity: Omit<ChaosEntity, 'id'>,
  ): ChaosEntity {
    const made = { ...entity, id: this.world.newId() };
    entities.set(made.id, made);
    this.world.did(kind, entity.name, true, made.id);
    return made;
  }

  edit<Entity extends { id: string }>(
    entities: Map<string, Entity>,
    kind: string,
    changes: Partial<Entity> & { id: string },
    what: string,
  ): Entity {
    const entity = find(entities, changes.id, what);
    Object.assign(entity, changes);
    this.world.did(kind, entity.id);
    return entity;
  }

  remove<Entity extends { id: string }>(
    entities: Map<string, Entity>,
    kind: string,
    id: string,
    what: string,
  ): Entity {
    const entity = find(entities, id, what);
    entities.delete(id);
    this.world.did(kind, id);
    return entity;
  }

  /** The effect's target is the original. */
  copy(
    entities: Map<string, ChaosEntity>,
    kind: string,
    originalId: string,
    what: string,
  ): ChaosEntity {
    const original = find(entities, originalId, what);
    const name = `${original.name} copy`;
    const copy = { ...original, id: this.world.newId(), name, alias: null };
    entities.set(copy.id, copy);
    this.world.did(kind, originalId, true, copy.id);
    return copy;
  }

  /** Another one takes its place in the target, and it says so itself. The effect's target is the old ID. */
  move(
    entities: Map<string, ChaosEntity>,
    kind: string,
    { id, projectId, what }: { id: string; projectId: string; what: string },
  ): string {
    const entity = find(entities, id, what);
    if (entity.leaves) throw new GraphQLError(`${what} ${id} is being moved`);
    find(this.world.projects, projectId, 'Project');
    const moved = { ...entity, id: this.world.newId(), projectId };
    entities.set(moved.id, moved);
    entity.leaves = { projectId, id: moved.id };
    this.world.did(kind, id, true, moved.id);
    return moved.id;
  }

  /** Each is an effect; the current version stays. */
  removeVersions(
    entity: ChaosEntity,
    kind: string,
    numbers: readonly number[],
  ): Array<{ number: number; success: boolean }> {
    return numbers.map((number) => {
      const version = versionsOf(entity).find((one) => one.number === number);
      const success = version !== undefined && version !== currentVersionOf(entity);
      if (success) {
        entity.current = currentVersionOf(entity).number;
        entity.versions = versionsOf(entity).filter((one) => one !== version);
        this.world.did(kind, entity.id);
      }
      return { number, success };
    });
  }

  /** Makes an earlier version the current one. */
  rollBack(
    entities: Map<string, ChaosEntity>,
    kind: string,
    { id, number, what }: { id: string; number: number; what: string },
  ): ChaosEntity {
    const entity = find(entities, id, what);
    const isThere = entity.versions?.some((version) => version.number === number);
    if (!isThere) throw new GraphQLError(`Version ${number} does not exist`);
    entity.current = number;
    this.world.did(kind, id);
    return entity;
  }
}
