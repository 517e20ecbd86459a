import { useUserNames } from '../../data/user-names.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts, Json } from '../../ui/facts.tsx';
import { UserName } from '../../ui/user-name.tsx';
import { sentence } from '../../words/activity-words.ts';
import { type Fact, factsOf, isData } from './activity-facts.ts';

const titleOf = (path: Fact['path']): string =>
  path.map((part) => (typeof part === 'number' ? `${part}` : sentence(part))).join(' › ');

function Value({ path, value }: Fact) {
  const names = useUserNames();
  if (value === '') return <em>empty</em>;
  if (names.has(value)) return <UserName id={value} />;
  if (isData(value)) return <Copyable value={value} label={titleOf(path)} />;
  return <span class="given">{value}</span>;
}

interface DescribedProps {
  readonly value: unknown;
  readonly label: string;
  /** What to say if there is nothing in it. */
  readonly empty: string;
}

/** The members of a request or a result: in words, and as JSON. */
export function Described({ value, label, empty }: DescribedProps) {
  const { facts, isCut } = factsOf(value);
  return (
    <>
      {facts.length === 0 ? (
        <p class="hint">{empty}</p>
      ) : (
        <Facts rows={facts.map((fact) => [titleOf(fact.path), <Value key="value" {...fact} />])} />
      )}
      {isCut && <p class="hint">There is more. The JSON has all of it.</p>}
      <details class="raw" open={isCut}>
        <summary>As JSON</summary>
        <Json value={value ?? {}} label={label} />
      </details>
    </>
  );
}
