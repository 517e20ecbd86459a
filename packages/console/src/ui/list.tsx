import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Pages } from '../data/use-pages.ts';
import type { Query } from '../data/use-query.ts';
import { FailureNotice } from './notice.tsx';
import { QueryNotice } from './query-notice.tsx';

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => ComponentChildren;
  /** Left out on narrow screens. */
  readonly isMinor?: boolean;
}

interface Shape<Item> {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string;
  /** What to do next when there is nothing. */
  readonly empty: ComponentChildren;
}

interface RowsProps<Item> extends Pick<Shape<Item>, 'columns' | 'keyOf'> {
  readonly items: readonly Item[];
}

/** How many rows are drawn in one frame, and laid out together: more of them would hold up somebody who scrolls. */
const rowsOfFrame = 25;

/** The rows of one page. A page that is drawn is not drawn again when the next one is loaded. */
const Rows = memo(
  ({ items, columns, keyOf }: RowsProps<unknown>) => {
    const [frames, setFrames] = useState(1);
    const groups = Math.ceil(items.length / rowsOfFrame);
    useEffect(() => {
      if (frames >= groups) return;
      const next = requestAnimationFrame(() => setFrames(frames + 1));
      return () => cancelAnimationFrame(next);
    }, [frames, groups]);
    return (
      <>
        {Array.from({ length: Math.min(frames, groups) }, (_, group) => (
          <tbody key={group}>
            {items.slice(group * rowsOfFrame, (group + 1) * rowsOfFrame).map((item) => (
              <tr key={keyOf(item)}>
                {columns.map(({ title, cell, isMinor }) => (
                  <td key={title} data-title={title} class={isMinor ? 'minor' : undefined}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </>
    );
  },
  (before, after) => before.items === after.items && before.columns === after.columns,
) as <Item>(props: RowsProps<Item>) => preact.JSX.Element;

interface TableProps<Item> extends Shape<Item> {
  readonly pages: readonly (readonly Item[])[];
  /** Whether there can be thousands of rows. Columns then have fixed widths, so that pages out of view are not laid out. */
  readonly isLong?: boolean;
}

function Table<Item>({ label, columns, keyOf, pages, isLong = false }: TableProps<Item>) {
  return (
    <div class={isLong ? 'table long' : 'table'}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, isMinor }) => (
              <th key={title} scope="col" class={isMinor ? 'minor' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {pages.map((items, index) => (
          <Rows key={index} items={items} columns={columns} keyOf={keyOf} />
        ))}
      </table>
    </div>
  );
}

interface PagedListProps<Item> extends Shape<Item> {
  readonly of: Pages<Item>;
}

/** A list that loads its next page when its end comes into view, or when asked to. */
export function PagedList<Item>({ of, ...shape }: PagedListProps<Item>) {
  const end = useRef<HTMLDivElement>(null);
  const { pages, failure, isLoading, hasMore, loadMore, retry } = of;
  const load = useRef(loadMore);
  load.current = loadMore;
  useEffect(() => {
    const element = end.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: '400px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pages.length]);
  if (pages.length === 0 && failure) return <FailureNotice failure={failure} onRetry={retry} />;
  if (pages.length === 0 && !isLoading) return <div class="empty">{shape.empty}</div>;
  return (
    <>
      {pages.length > 0 && <Table {...shape} pages={pages} isLong />}
      <FailureNotice failure={failure} onRetry={retry} />
      <div ref={end} class="list-end" role="status">
        {isLoading ? 'Loading…' : hasMore ? '' : 'End of the list.'}
      </div>
      {hasMore && !isLoading && (
        <button type="button" onClick={loadMore}>
          Load more
        </button>
      )}
    </>
  );
}

interface WholeListProps<Item> extends Shape<Item> {
  readonly of: Query<readonly Item[]>;
}

/** A list that the service answers as a whole. */
export function WholeList<Item>({ of, ...shape }: WholeListProps<Item>) {
  const { data } = of;
  const pages = data && data.length > 0 ? [data] : [];
  return (
    <>
      <QueryNotice of={of} />
      {pages.length > 0 && <Table {...shape} pages={pages} />}
      {data?.length === 0 && <div class="empty">{shape.empty}</div>}
    </>
  );
}
