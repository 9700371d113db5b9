import type { IDataObject, INode } from 'n8n-workflow';
import { READ_NODE_TYPE } from '../support/engine/helperNodes';
import { runNode } from '../support/engine/runWorkflow';
import { readJson } from '../support/repository';

interface WorkflowFile {
  nodes: Array<{ name: string; type: string; parameters: INode['parameters'] }>;
}

export function readyMadeNode(file: string, name: string): WorkflowFile['nodes'][number] {
  const { nodes } = readJson<WorkflowFile>('workflows', file);
  const node = nodes.find((one) => one.name === name);
  if (!node) throw new Error(`${file} has no node ${name}`);
  return node;
}

/** Values of the fields with expressions for each item, as n8n's engine evaluates them. */
export async function written(
  fields: Array<{ name: string; value: string }>,
  items: IDataObject[],
): Promise<Array<Record<string, unknown>>> {
  const columns = await Promise.all(
    fields.map(async ({ name, value }) => {
      const { json, error } = await runNode(
        { type: READ_NODE_TYPE, parameters: { value } },
        {},
        items,
      );
      if (error) throw error;
      return json.map((item) => [name, item.value] as const);
    }),
  );
  return items.map((_item, index) =>
    Object.fromEntries(columns.map((column) => column[index] ?? ['', undefined])),
  );
}
