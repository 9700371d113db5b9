const UNKNOWN_TYPE = 'application/octet-stream';
const MIME_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const PARAMETERS =
  /^(?:; ?[\w!#$&^.+-]{1,50}=(?:[\w!#$&^.+:-]{1,100}|"[\w !#$&^.+:-]{1,100}")){0,5}$/;

/** Returns a MIME type that is valid in a header. Drops all parameters if one is not valid, or if there are more than five. */
export function toSendableMimeType(text: string | undefined): string {
  const { type, parameters } = splitType(text);
  if (!MIME_TYPE.test(type)) return UNKNOWN_TYPE;
  return PARAMETERS.test(parameters) ? type + parameters : type;
}

/** Returns the type without parameters; undefined if it is invalid, or is `application/octet-stream`, which says nothing about a file. */
export function readSpecificMimeType(header: string | string[] | undefined): string | undefined {
  const type = splitType(Array.isArray(header) ? header[0] : header).type.toLowerCase();
  return MIME_TYPE.test(type) && type !== UNKNOWN_TYPE ? type : undefined;
}

function splitType(header: string | undefined): { type: string; parameters: string } {
  const text = String(header ?? '');
  const [type = ''] = text.split(';', 1);
  return { type: type.trim(), parameters: text.slice(type.length).trimEnd() };
}
