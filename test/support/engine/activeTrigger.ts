import type { IDataObject } from 'n8n-workflow';
import { pollNode, type Poll, type PollOptions } from './poll';

type TriggerNode = Pick<PollOptions, 'type' | 'parameters' | 'credentials'>;

/** A polling trigger as n8n handles it: its static data is in memory, and n8n saves it only after some polls. */
export class ActiveTrigger {
  private memory: IDataObject = {};
  private saved: IDataObject = {};

  constructor(private readonly node: TriggerNode) {}

  /** Activates the workflow, as each start of n8n does: loads the saved static data, polls once, and saves the static data. */
  async activate(parameters: PollOptions['parameters'] = {}): Promise<Poll> {
    Object.assign(this.node.parameters, parameters);
    this.memory = structuredClone(this.saved);
    const poll = await pollNode({ ...this.node, staticData: this.memory, isActivation: true });
    this.saved = structuredClone(this.memory);
    return poll;
  }

  /** Polls on schedule. The static data is saved only if the poll returned items. */
  async poll(): Promise<Poll> {
    const poll = await pollNode({ ...this.node, staticData: this.memory, isActivation: false });
    if (poll.items && poll.staticDataChanged) this.saved = structuredClone(this.memory);
    return poll;
  }
}
