import type { Sent } from './personal-body.ts';

/** The page of a list that a request asks for. The example is the whole list, so any other page is empty. */
export function pageOf({ paginationOptions: { before, after } = {} }: Sent, body: unknown): unknown {
  const members = body as Readonly<Record<string, unknown>>;
  if (!(before || after) || 'pageInfo' in members) return body;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, Array.isArray(value) ? [] : value] as const),
  );
}
