/** Marks an index as hardened (BIP-32). */
export const hardened = 0x80000000;

/**
 * Reads a path such as "m/44'/60'/0'/0/0" into its indexes. Undefined if it is not a path, or an index is not below 2^31.
 *
 * The contract refuses what is not spelled as a path, but its pattern lets indexes of ten digits pass.
 */
export function parsePath(path: string): number[] | undefined {
  if (!spelling.test(path)) return undefined;
  const indexes: number[] = [];
  for (const segment of path.split('/').slice(1)) {
    const isHardened = segment.endsWith("'");
    const index = Number(isHardened ? segment.slice(0, -1) : segment);
    if (index >= hardened) return undefined;
    indexes.push(isHardened ? index + hardened : index);
  }
  return indexes;
}

/** BIP-32 writes the depth in one byte. */
const spelling = /^m(?:\/(?:0|[1-9][0-9]{0,9})'?){1,255}$/;
