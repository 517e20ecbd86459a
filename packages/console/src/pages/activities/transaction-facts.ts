interface NamedValue {
  readonly name: string;
  readonly value: string;
}

const transactions = /^(eth|solana|bitcoin|tron)\./;
const keys = /^(wallet|wallet_account|private_key)\./;

/** What an activity signs: the values of its transaction, and those of the key that signs. Nothing if it signs none. */
export function transactionOf(values: readonly NamedValue[]): readonly NamedValue[] {
  const ofTransaction = values.filter(({ name }) => transactions.test(name));
  if (ofTransaction.length === 0) return [];
  const ofKey = values.filter(({ name }) => keys.test(name));
  return [...ofTransaction, ...ofKey].map(({ name, value }) => ({ name, value: unquoted(value) }));
}

/** A text without the quotes that the policy language writes it with. One that is cut has only the first quote. */
const unquoted = (value: string): string => /^'([\s\S]*?)(?:'|(?<=…))$/.exec(value)?.[1] ?? value;
