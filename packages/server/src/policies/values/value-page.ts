import { createHash } from 'node:crypto';
import { valueText } from '@mintmark/policy';
import type { PageInfo, PaginationOptions } from '@mintmark/schema/fields/pagination';
import type { ActivityValue } from '@mintmark/schema/fields/policies/activity-value';
import type { z } from 'zod';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { readCursors } from '../../core/requests/read-page.ts';
import type { PolicyValue } from './policy-values.ts';

type ShownValue = z.output<typeof ActivityValue>;

/** The most characters of a page, unless its first value alone is longer: names repeat what they lead through. */
const maxCharacters = 512 * 1024;

interface Page {
  readonly totalValues: number;
  readonly values: ShownValue[];
  readonly pageInfo: z.output<typeof PageInfo>;
}

/**
 * One page of the values of an activity, each in full. A cursor is a place in exactly this list. It is refused once the list is
 * another one, so that whoever has read to the end has read one list.
 */
export async function valuePage(
  all: Iterable<PolicyValue>,
  options?: z.output<typeof PaginationOptions>,
): Promise<Page> {
  const { after, before, limit } = readCursors(options);
  const hash = createHash('sha256');
  const values = await mapInTurns([...all], ({ name, value, ...place }): ShownValue => {
    const shown = { name, value: valueText(value, Number.POSITIVE_INFINITY), ...place };
    hash.update(JSON.stringify(shown));
    return shown;
  });
  const list = hash.digest('hex').slice(0, 16);
  const start = after === undefined ? 0 : placeOf(after, list) + 1;
  const end = before === undefined ? values.length : placeOf(before, list);
  // The page before a cursor consists of the nearest values.
  const isUpwards = before !== undefined && after === undefined;
  const between = values.slice(start, Math.max(start, end));
  const page = isUpwards ? fitting(between.reverse(), limit).reverse() : fitting(between, limit);
  const from = isUpwards ? end - page.length : start;
  const to = from + page.length;
  return {
    totalValues: values.length,
    values: page,
    pageInfo: {
      hasNextPage: page.length > 0 && to < values.length,
      hasPreviousPage: page.length > 0 && from > 0,
      ...(page.length > 0 && { startCursor: cursorOf(from, list), endCursor: cursorOf(to - 1, list) }),
    },
  };
}

/** The values at the beginning that fit on a page: at least one. */
function fitting(values: readonly ShownValue[], limit: number): ShownValue[] {
  let characters = 0;
  const surplus = values.findIndex(({ name, value }, index) => {
    characters += name.length + value.length;
    return index >= limit || (index > 0 && characters > maxCharacters);
  });
  return values.slice(0, surplus === -1 ? values.length : surplus);
}

const cursorOf = (place: number, list: string): string => Buffer.from(`1.${place}.${list}`).toString('base64url');

function placeOf(cursor: string, list: string): number {
  const [, place, cursorList] = /^1\.(\d{1,9})\.([\da-f]{16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (place === undefined) throw new ApiError('INVALID_CURSOR');
  if (cursorList !== list)
    throw new ApiError(
      'INVALID_CURSOR',
      'invalid pagination cursor: it belongs to other values, or they have changed since: start again without it',
    );
  return Number(place);
}
