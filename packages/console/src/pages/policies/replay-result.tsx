import type { components } from '@mintmark/client';
import { decisionWords } from '../../decision/outcome-words.ts';
import { linkTo } from '../../router.ts';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Time } from '../../ui/time.tsx';
import { titleOf } from '../../words/activity-words.ts';
import type { Answer, Compared, Replay } from './replay.ts';

type Activity = components['schemas']['Activity'];
type Row = Compared<Activity>;

const wordsOf = (answer: Answer) => ('outcome' in answer ? decisionWords[answer.outcome] : answer.problem);

const what: readonly Column<Row>[] = [
  {
    title: 'What',
    cell: ({ item: { organizationId, id, type } }) => (
      <a href={linkTo(organizationId, 'activities', id)}>{titleOf(type)}</a>
    ),
  },
  { title: 'When', cell: ({ item: { createdAt } }) => <Time at={createdAt} />, isMinor: true },
];
const differentColumns: readonly Column<Row>[] = [
  ...what,
  { title: 'Now', cell: ({ before }) => wordsOf(before) },
  { title: 'With the change', cell: ({ after }) => wordsOf(after) },
];
const incomparableColumns: readonly Column<Row>[] = [
  ...what,
  { title: 'Why not', cell: ({ before, after }) => wordsOf('problem' in before ? before : after) },
];

interface ReplayResultProps {
  readonly of: Replay<Activity>;
  readonly isBusy: boolean;
  readonly isCancelled: boolean;
}

/** What a replay found: activities that are decided differently, and those that cannot be compared. */
export function ReplayResult({ of: replay, isBusy, isCancelled }: ReplayResultProps) {
  const { total, done, same, different, incomparable } = replay;
  const isComplete = done === total && !isBusy;
  return (
    <div class="decision">
      <p role="status">
        {isCancelled && 'Cancelled. '}
        {done} of {total} decided again: {same} as now, {different.length} differently, {incomparable.length} cannot be
        compared.
      </p>
      {(different.length > 0 || isComplete) && (
        <Rows
          title="Decided differently"
          rows={different}
          columns={differentColumns}
          empty={total === 0 ? 'There is no past activity yet.' : 'The change decides none of them differently.'}
        />
      )}
      {incomparable.length > 0 && (
        <Rows title="Cannot be compared" rows={incomparable} columns={incomparableColumns} empty="" />
      )}
    </div>
  );
}

interface RowsProps {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly empty: string;
}

const Rows = ({ title, rows, columns, empty }: RowsProps) => (
  <section>
    <h3>{title}</h3>
    <WholeList
      of={{ data: rows, failure: undefined, isLoading: false, reload: () => undefined }}
      label={title}
      columns={columns}
      keyOf={({ item: { id } }) => id}
      empty={empty}
    />
  </section>
);
