import type { components } from '@mintmark/client';
import { Copyable } from '../../ui/copyable.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { isData } from './activity-facts.ts';
import { transactionOf } from './transaction-facts.ts';

interface SeenValuesProps {
  readonly of: readonly components['schemas']['PolicyValue'][] | undefined;
}

/** The decoded transaction of an activity, if it has one, and the key that signs it. */
export function SeenValues({ of: values = [] }: SeenValuesProps) {
  const facts = transactionOf(values);
  if (facts.length === 0) return null;
  return (
    <Section title="The transaction, decoded">
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
      <p class="hint">These are the names that policies read the values by. Long values are cut.</p>
    </Section>
  );
}
