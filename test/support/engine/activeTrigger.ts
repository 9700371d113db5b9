import type { IDataObject } from 'n8n-workflow';
import { pollNode, type Poll, type PollQuestion } from './poll';

type TriggerNode = Pick<PollQuestion, 'type' | 'parameters' | 'credentials'>;

/** A polling trigger of a workflow as n8n treats it: its static data lives in memory and is saved only at times. */
export class ActiveTrigger {
  private memory: IDataObject = {};
  private saved: IDataObject = {};

  constructor(private readonly node: TriggerNode) {}

  /** Activation, and each start of n8n: memory is what was saved, one poll is made and what it left is saved. */
  async activate(parameters: PollQuestion['parameters'] = {}): Promise<Poll> {
    Object.assign(this.node.parameters, parameters);
    this.memory = structuredClone(this.saved);
    const poll = await pollNode({ ...this.node, staticData: this.memory, isActivation: true });
    this.saved = structuredClone(this.memory);
    return poll;
  }

  /** A poll on schedule: what it left is saved only where it put something out. */
  async poll(): Promise<Poll> {
    const poll = await pollNode({ ...this.node, staticData: this.memory, isActivation: false });
    if (poll.items && poll.staticDataChanged) this.saved = structuredClone(this.memory);
    return poll;
  }
}
