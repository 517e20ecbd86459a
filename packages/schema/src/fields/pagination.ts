import { z } from 'zod';
import { component } from '../component.ts';
import { flag, pageLimit, text } from '../vocabulary.ts';

const cursor = (description: string) => z.string().max(256).meta({ description });

export const PaginationOptions = component(
  'PaginationOptions',
  'Which page of a list to return.',
  z.strictObject({
    limit: pageLimit('Maximum number of items to return, 1 to 100. Defaults to 10.').optional(),
    before: cursor('Cursor: return the items before this one.').optional(),
    after: cursor('Cursor: return the items after this one.').optional(),
  }),
);

export const PageInfo = component(
  'PageInfo',
  'The position of a page in its list.',
  z.object({
    hasNextPage: flag('Whether items follow this page.').optional(),
    hasPreviousPage: flag('Whether items precede this page.').optional(),
    startCursor: text('Cursor of the first item; pass it as before to page backwards.').optional(),
    endCursor: text('Cursor of the last item; pass it as after to page forwards.').optional(),
  }),
);
