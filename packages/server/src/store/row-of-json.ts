import postgres from 'postgres';

/** A row that came as JSON inside of another one, as it would have come by itself: names in camel case, times as Dates. */
export function rowOfJson<Row>(json: object): Row {
  const entries = Object.entries(json).map(([column, value]) => [
    postgres.toCamel(column),
    column.endsWith('_at') && value !== null ? new Date(value) : value,
  ]);
  return Object.fromEntries(entries);
}
