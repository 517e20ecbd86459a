import type { AuditContent } from './audit-chain.ts';

/** What the entry says that ends the removal of a deleted organization's rows. */
export const erasedSaid = 'erased';

/** The entry for the end of the removal. */
export const erasureEntry = (at: Date): AuditContent => ({ at: at.toISOString(), said: erasedSaid });
