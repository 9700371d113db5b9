/** What messages tell, dragged from what a node's output will have. */
export const toldOfItem = ['jobName', 'number', 'error', 'errorCode', 'lastLogLines'];
export const toldOfEvent = ['event', 'jobName', 'projectName', 'number', 'lastLogLines'];
