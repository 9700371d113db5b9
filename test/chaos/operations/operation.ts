import type {
  IDataObject,
  INode,
  INodeExecutionData,
  INodeParameterResourceLocator,
} from 'n8n-workflow';
import type { StartItem } from '../../support/engine/helperNodes';
import type { Route } from '../platform/requests';
import type { Generation } from '../platform/schema';
import type { ChaosEntity } from '../platform/entities';
import type { World } from '../platform/world';

export type NodeName = 'Projects' | 'Catalog' | 'ConfFiles' | 'Settings';

/** An item with what it is about. */
export interface ChaosItem extends StartItem {
  json: IDataObject;
}

export interface Outcome {
  world: World;
  item: ChaosItem;
  /** What came out for the item, without those that failed. */
  outputs: INodeExecutionData[];
}

/** What an operation changes, as the platform counts it. */
export interface Change {
  /** The effect's kind. */
  kind: string;
  /** The effect's target, for an item. */
  target(item: ChaosItem): string;
  /** Whether doing it twice is the same as doing it once. */
  isRepeatable: boolean;
  /** What stands in its requests in the place of the target, where that is something else. */
  askedBy?(item: ChaosItem): string;
  /** What else it may do for an item. */
  others?: readonly OtherEffect[];
  /** Whether a part of it may be done although it fails, which its failure then tells. */
  isPartial?: boolean;
}

/** An effect beside the one that an operation is there for. */
export interface OtherEffect {
  kind: string;
  /** Undefined where it does nothing of the kind for the item. */
  target(item: ChaosItem): string | undefined;
  isRepeatable: boolean;
}

/** How the chaos run tries an operation, and what is right then. */
export interface Model {
  /** Beside resource and operation. */
  parameters: INode['parameters'];
  /** Parameters that are another world's own. */
  parametersIn?(world: World): INode['parameters'];
  /** The kinds of requests that it sends. */
  routes: readonly Route[];
  /** Only platforms of this generation can do it. */
  only?: Generation;
  /** Puts into the world what the item is about. */
  prepare(world: World, index: number, random: () => number): ChaosItem | Promise<ChaosItem>;
  change?: Change;
  /** Changes something that is not counted by item. */
  mayChange?: boolean;
  /** What is false about what came out for an item that succeeded; undefined where it is true. */
  falsehood(outcome: Outcome): string | undefined;
  /** Outputs for one item where nothing goes wrong; undefined: any number. */
  outputsAnItem?: number;
  /** What comes out is about all items, and paired with none of them. */
  isOfAll?: boolean;
  /** Fewer items are refused. */
  fewestItems?: number;
}

/** An operation of a node as the chaos run tries it. */
export interface ChaosOperation extends Model {
  /** As `job.run`. */
  name: string;
  node: NodeName;
}

/** A locator with an item's own value. */
export function fromItem(field: string): INodeParameterResourceLocator {
  return { __rl: true, mode: 'id', value: `={{ $json.${field} }}` };
}

export const HOSTILE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

export function nameFor(what: string, index: number, random: () => number): string {
  const hostile = HOSTILE_NAMES[Math.floor(random() * 60)];
  return hostile === undefined ? `${what} ${index}` : `${hostile}`;
}

export function addEntity<Entity extends { id: string }>(
  entities: Map<string, Entity>,
  world: World,
  entity: Omit<Entity, 'id'>,
): Entity {
  const added = { id: world.newId(), ...entity } as Entity;
  entities.set(added.id, added);
  return added;
}

/** The world's first project, which is made where there is none. */
export function someProject(world: World): ChaosEntity {
  const [first] = world.projects.values();
  return first ?? addEntity(world.projects, world, { name: 'Sales' });
}

export function addJob(world: World, index: number, random: () => number): ChaosEntity {
  const projectId = someProject(world).id;
  const lastsMs = Math.floor(random() * 40);
  return addEntity(world.jobs, world, { name: nameFor('Job', index, random), projectId, lastsMs });
}

export function addPipeline(world: World, index: number, random: () => number): ChaosEntity {
  const projectId = someProject(world).id;
  return addEntity(world.pipelines, world, {
    name: nameFor('Pipeline', index, random),
    projectId,
    lastsMs: 10,
  });
}

/** An effect of a change beside its own. */
export function also(kind: string, field: string, isRepeatable = false): OtherEffect {
  return {
    kind,
    target: ({ json }) => (json[field] === undefined ? undefined : String(json[field])),
    isRepeatable,
  };
}

/** Two versions, of which the second one is the current one. */
export function withTwoVersions(entity: ChaosEntity): ChaosEntity {
  const [first, second] = ['python one.py', 'python two.py'];
  entity.versions = [
    { number: 1, commandLine: first },
    { number: 2, commandLine: second },
  ];
  return entity;
}

export function addApp(world: World, index: number, random: () => number): ChaosEntity {
  return addEntity(world.apps, world, {
    name: nameFor('App', index, random),
    projectId: someProject(world).id,
    status: 'STOPPED',
  });
}
