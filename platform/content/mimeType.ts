const UNKNOWN_TYPE = 'application/octet-stream';
const MIME_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;
const PARAMETERS =
  /^(?:; ?[\w!#$&^.+-]{1,50}=(?:[\w!#$&^.+:-]{1,100}|"[\w !#$&^.+:-]{1,100}")){0,5}$/;

/** A MIME type from outside as a header can carry it; without parameters that are none. */
export function sendableMimeType(text: string | undefined): string {
  const { type, parameters } = partsOf(text);
  if (!MIME_TYPE.test(type)) return UNKNOWN_TYPE;
  return PARAMETERS.test(parameters) ? type + parameters : type;
}

/** The type of a header, without parameters; undefined where it says no more than "some bytes", which says less than a name. */
export function specificMimeType(header: string | string[] | undefined): string | undefined {
  const type = partsOf(Array.isArray(header) ? header[0] : header).type.toLowerCase();
  return MIME_TYPE.test(type) && type !== UNKNOWN_TYPE ? type : undefined;
}

function partsOf(text: string | undefined): { type: string; parameters: string } {
  const [type = ''] = String(text ?? '').split(';', 1);
  return {
    type: type.trim(),
    parameters: String(text ?? '')
      .slice(type.length)
      .trimEnd(),
  };
}
