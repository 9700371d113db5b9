import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** What a trigger remembers from one poll to the next. It belongs to what was watched then. */
export interface PollMemory<State> {
  /** Undefined where nothing is remembered of what is watched now. */
  recall(): State | undefined;
  /** n8n saves it at activation and after a poll that emits; anything else is forgotten with the process. */
  keep(state: State): void;
}

/** @param watched tells what the node watches: other parameters, another platform: another text */
export function pollMemory<State extends IDataObject>(
  poll: IPollFunctions,
  watched: string,
): PollMemory<State> {
  const data = poll.getWorkflowStaticData('node');
  return {
    recall: () => (data.watched === watched ? (data.state as State) : undefined),
    keep(state) {
      // n8n notices only what is assigned at the top.
      data.watched = watched;
      data.state = state;
    },
  };
}
