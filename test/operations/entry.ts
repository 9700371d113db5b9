import type { INode } from 'n8n-workflow';
import type { StartItem } from '../support/engine/helperNodes';
import type { Sandbox } from '../../sandbox';

/** Calls, those of nothing but parameters as these. */
export type Calls = Try | Parameters | ReadonlyArray<Try | Parameters>;

export type Operations = Readonly<Record<string, OperationEntry>>;

/** By the folder of the node and by resource, such as `Projects job`. */
export type OperationsByResource = Readonly<Record<string, Operations>>;

/** Facts about an operation that its code does not say: how it is called and what a platform then does. */
interface OperationEntry {
  /** Whether its page shows an example: of the first call, or with these parameters. */
  example?: true | Parameters;
  /** Calls that work on a seeded sandbox; the first one is the usual one. */
  tried: Calls;
  /** The root fields or calls by which it changes the platform, each with whether to do it twice is the same as to do it once. */
  changes?: Readonly<Record<string, 'once' | 'repeatable'>>;
  /** How many items come out for one change, if not one. */
  itemsPerChange?: number;
  /** Calls that the chaos run plays, in the place of those that are tried. */
  chaos?: Calls;
}

type FromSandbox = (sandbox: Sandbox) => object;

/** Without `resource` and `operation`; a function makes on the sandbox what the call needs. */
type Parameters = Readonly<Record<string, unknown>> | FromSandbox;

export interface Try {
  /** As `with last runs`: what it is about, if there are several. In docs/dev/generations.md. */
  of?: string;
  /** Makes on the sandbox what the call needs. */
  before?(sandbox: Sandbox): void;
  parameters: Parameters;
  items?: StartItem[];
  settings?: Partial<INode>;
}

export interface KnownOperation extends Pick<
  OperationEntry,
  'example' | 'changes' | 'itemsPerChange'
> {
  /** As `Projects job.get`. */
  name: string;
  node: string;
  resource: string;
  operation: string;
  tries: readonly Try[];
  chaos?: readonly Try[];
}
