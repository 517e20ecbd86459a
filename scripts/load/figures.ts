/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? Number.NaN;
}

/** Growth per unit of time: the slope of the least-squares line. */
export function slope(points: readonly (readonly [at: number, value: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanAt = mean(points.map(([at]) => at));
  const meanValue = mean(points.map(([, value]) => value));
  let together = 0;
  let spread = 0;
  for (const [at, value] of points) {
    together += (at - meanAt) * (value - meanValue);
    spread += (at - meanAt) ** 2;
  }
  return spread === 0 ? 0 : together / spread;
}

/** Formats rows as text: the first column is left-aligned, the others right-aligned, each as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return rows.map((row) => `  ${line(row).join('  ').trimEnd()}`).join('\n');
}
