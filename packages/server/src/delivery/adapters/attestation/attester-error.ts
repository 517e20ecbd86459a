/** The attester of the operator gave no document. The message quotes nothing that it printed. */
export class AttesterError extends Error {
  override readonly name = 'AttesterError';
}
