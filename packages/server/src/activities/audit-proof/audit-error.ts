/** Why the audit cannot be written or compared. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
}
