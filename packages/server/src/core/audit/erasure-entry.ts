import type { AuditContent } from './audit-chain.ts';

/** What the entry says that ends the removal of a deleted organization's rows. */
export const erasedSaid = 'erased';

/**
 * The rows that a deleted organization loses. They are removed in parts, and no entry names them: the entry of the deletion says that
 * they go, and the last entry says that they are gone.
 */
const erasedTables = [
  'import_keys',
  'passcodes',
  'private_key_tags',
  'private_keys',
  'wallet_accounts',
  'wallets',
] as const;

/** Whether the audit names a row that a deleted organization loses. */
export const isErased = (rowName: string): boolean => erasedTables.some((table) => rowName.startsWith(`${table}/`));

/** The entry for the end of the removal. */
export const erasureEntry = (at: Date): AuditContent => ({ at: at.toISOString(), said: erasedSaid });
