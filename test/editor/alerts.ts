import { toldOfEvent, toldOfItem } from '../pictures/panels';
import { projectsNode, search } from './check';
import type { Editor } from './editor';

/** A workflow of docs/alerts.md that sends an alert. */
export interface Alert {
  name: string;
  messageFields: string[];
  /** Builds the workflow, and leaves the panel of the last node open. */
  build(editor: Editor): Promise<void>;
}

const message = 'Edit Fields (Set)';
const ERROR_OUTPUT = 1;

export const itemAlert: Alert = {
  name: 'error-output',
  messageFields: toldOfItem,
  async build(editor) {
    await editor.creator.add('Schedule Trigger', 'Schedule Trigger');
    await editor.creator.addAfter('Schedule Trigger', projectsNode, 'Run job and wait');
    await editor.node.choose('jobId', 'Energy Forecast / Import weather', 'Import weather');
    await editor.page.getByTestId('tab-settings').click();
    await editor.node.setOption('onError', 'Continue (using error output)');
    await editor.creator.searchAfter('Run job and wait', message, ERROR_OUTPUT);
    await editor.creator.choose(message);
  },
};

export const eventAlert: Alert = {
  name: 'trigger',
  messageFields: toldOfEvent,
  async build(editor) {
    await editor.creator.add(search, projectsNode, 'On run failed');
    await editor.node.addOptions(['Log Lines']);
    await editor.node.write('logLines', '20');
    await editor.creator.addAfter('On platform run', message);
    // n8n shows the fields of a trigger after it has run.
    await editor.node.executePreviousNodes();
  },
};

/** Pictures of the message, and of the workflow after it ran. */
export const alertPictures = [itemAlert, eventAlert].flatMap(({ name, messageFields, build }) => {
  const buildMessage = async (editor: Editor) => {
    await editor.newWorkflow();
    await build(editor);
    await editor.node.dragIntoEditFields(messageFields);
  };
  return [
    { name: `alerts/alert-${name}-message`, take: buildMessage },
    {
      name: `alerts/alert-${name}`,
      async take(editor: Editor) {
        await buildMessage(editor);
        await editor.node.close();
        await editor.executeWorkflow();
        await editor.canvas.zoomToFit();
        await editor.canvas.showLogs();
      },
    },
  ];
});
