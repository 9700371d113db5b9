/**
 * `look`: watch for the run; `lookThenStart`: the same, and send the start once more where no run is to be seen, which may
 * still begin later; `error`: unknown at once; `startAgain`: send the start again, the job may run twice.
 */
export type OnLostAnswer = 'look' | 'lookThenStart' | 'error' | 'startAgain';
