declare const isWritten: unique symbol;

/** A selection set that this client writes, as text; see `supportedSelection`. */
export type WrittenFields = string & { readonly [isWritten]: true };

/** To be called where a module is loaded: a test goes through all of these texts. */
export function writtenFields(text: string): WrittenFields {
  return text as WrittenFields;
}

/** A text that holds a name or a number which is known only when it is asked for. */
export function fieldsForOneCall(text: string): WrittenFields {
  return text as WrittenFields;
}
