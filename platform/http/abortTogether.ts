const actionsOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Does something when the signal fires, until the returned function is called. One signal serves all requests of an
 * execution: it has one listener for all of them, since each listener more makes every other one slower.
 */
export function whenAborted(signal: AbortSignal, action: () => void): () => void {
  const actions = actionsOf.get(signal) ?? listenTo(signal);
  actions.add(action);
  return () => actions.delete(action);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const actions = new Set<() => void>();
  actionsOf.set(signal, actions);
  signal.addEventListener('abort', () => {
    for (const action of actions) action();
  });
  return actions;
}
