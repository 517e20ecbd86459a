/**
 * The arrays that statements of ours have, of texts and of ids, in the text form of PostgreSQL
 * (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO). By their fixed object ids, as the driver needs them.
 *
 * The driver would ask each server for all types that it has. If the connection is lost meanwhile, the failure of that
 * question is nobody's, and ends the process.
 */
export const arrayTypes = { textArray: arrayType(1009), uuidArray: arrayType(2951) };

function arrayType(oid: number) {
  return { to: oid, from: [oid], serialize: writeArray, parse: readArray };
}

function writeArray(items: readonly (string | null)[]): string {
  const quoted = items.map((item) => (item === null ? 'NULL' : `"${item.replace(/[\\"]/g, '\\$&')}"`));
  return `{${quoted.join(',')}}`;
}

function readArray(text: string): (string | null)[] {
  const items = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|[^,]+/gs);
  return Array.from(items, ([item, quoted]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1');
    return item === 'NULL' ? null : item;
  });
}
