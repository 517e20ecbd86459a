/** Reads rows in batches: each batch starts after the last row of the previous one, until there are no more. */
export async function* readInBatches<Row>(
  size: number,
  read: (last: Row | undefined, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last, size);
    yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
