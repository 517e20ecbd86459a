import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { isData } from './activity-facts.ts';
import { type FactGroup, transactionsOf } from './transaction-facts.ts';
import type { ActivityValues } from './use-activity-values.ts';

/** The decoded transactions of an activity, if it has some, and the key that signs them. */
export function SeenValues({ of: { values, total, isComplete, failure, reload } }: { readonly of: ActivityValues }) {
  const groups = transactionsOf(values);
  if (groups.length === 0 && !failure) return null;
  return (
    <Section title={groups.length === 0 ? 'What policies see' : 'The transaction, decoded'}>
      {groups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
      <FailureNotice failure={failure} onRetry={reload} />
      <p class="hint">
        {isComplete
          ? 'This is everything that policies see of it, under the names that they read it by.'
          : `${values.length} of ${total ?? 'an unknown number of'} values were loaded. There is more.`}
      </p>
    </Section>
  );
}

const Group = ({ title, facts }: FactGroup) => (
  <>
    {title && <h3>{title}</h3>}
    <Facts
      rows={facts.map(({ name, value }) => [
        name,
        isData(value) ? (
          <Copyable key="value" value={value} label={name} />
        ) : (
          <span key="value" class="given">
            {value}
          </span>
        ),
      ])}
    />
  </>
);
