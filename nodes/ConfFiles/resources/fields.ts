import type { INodeProperties } from 'n8n-workflow';

export const filePathField: INodeProperties = {
  displayName: 'File Path',
  name: 'filePath',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. spark/log4j.properties',
  description: 'The path of the file, from the top folder',
};

/** Names the item's field that holds a file. */
export const binaryPropertyField: INodeProperties = {
  displayName: 'Input Binary Field',
  name: 'binaryPropertyName',
  type: 'string',
  default: 'data',
  required: true,
  description: 'The name of the input field containing the file',
};
