import type { INodeProperties } from 'n8n-workflow';

// A collection contains optional fields. `buildCollection` sorts them by display name.

export function buildAdditionalFields(
  noun: string,
  fields: readonly INodeProperties[],
): INodeProperties {
  return {
    ...buildCollection('Additional Fields', 'additionalFields', fields),
    description: `Optional settings of the ${noun}`,
    placeholder: 'Add Field',
  };
}

export function buildUpdateFields(
  fields: readonly INodeProperties[],
  description = 'The settings to update. Settings that are not added keep their values.',
): INodeProperties {
  return {
    ...buildCollection('Update Fields', 'updateFields', fields),
    description,
    placeholder: 'Add Field',
  };
}

export function buildVersionFields(
  fields: readonly INodeProperties[],
  description = 'The settings of the version',
): INodeProperties {
  return {
    ...buildCollection('Version', 'version', fields),
    description,
    placeholder: 'Add Field',
  };
}

export function buildOptionsField(
  description: string,
  fields: readonly INodeProperties[],
): INodeProperties {
  return {
    ...buildCollection('Options', 'options', fields),
    description,
    placeholder: 'Add option',
  };
}

function buildCollection(
  displayName: string,
  name: string,
  fields: readonly INodeProperties[],
): INodeProperties {
  // This uses no collator, because the first one of a process takes 8 ms.
  const options = [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
  return { displayName, name, type: 'collection', default: {}, options };
}

export const dryRunField: INodeProperties = {
  displayName: 'Dry Run',
  name: 'dryRun',
  type: 'boolean',
  default: false,
  description: 'Whether to return the changes without making them',
};

/** Is used by reports and by events about missed or late runs. `readQuietDates` parses its value. */
export const quietDatesField: INodeProperties = {
  displayName: 'Quiet Dates',
  name: 'quietDates',
  type: 'string',
  typeOptions: { rows: 4 },
  default: '',
  placeholder: 'e.g. 2026-12-24..2027-01-01, 2027-05-01',
  description:
    'Dates on which nothing counts as missed or late. Enter dates (2026-12-25) and ranges (2026-12-24..2027-01-01), separated by commas or new lines, or the text of an iCalendar file (.ics), of which only the all-day events are used.',
};
