import type { Marks } from '../authority/row-macs.ts';
import type { AuditContent } from './audit-chain.ts';

/** Who ran the command, as far as the system knows. Whoever controls the host can make it say anything. */
export interface Operator {
  readonly user: string;
  readonly host: string;
}

/** What entries of this kind say. Entries of activities say a vote or a denial, and the first entry says how its chain began. */
export const operatorKeySaid = 'operatorKey';

interface OperatorKeyEntry {
  readonly at: Date;
  readonly key: Readonly<Record<'id' | 'userId' | 'curve' | 'publicKey', string>>;
  readonly operator: Operator;
  /** Digests of the rows that decided. */
  readonly basis: Marks;
  /** Digests of the rows that were added. */
  readonly rows: Marks;
}

/** The entry for an API key that the operator added to a root user. */
export const operatorKeyEntry = ({ at, key, operator, basis, rows }: OperatorKeyEntry): AuditContent => ({
  at: at.toISOString(),
  said: operatorKeySaid,
  ...operatorKeyFacts(key),
  operator: { ...operator },
  basis,
  rows,
});

/** What the entry records of the key. */
export const operatorKeyFacts = ({ id: apiKeyId, userId, curve, publicKey }: OperatorKeyEntry['key']) => ({
  apiKeyId,
  userId,
  curve,
  publicKey,
});
