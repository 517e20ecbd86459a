import type { AddressDerivation } from '@mintmark/stamper/proofs';
import { appProofTypes } from '@mintmark/stamper/protocol';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import type { AppProof } from '../../core/ports/proof-signer.ts';
import type { Services } from '../../core/ports/services.ts';

/** Proves that addresses were derived from keys of an organization. */
export function proveAddresses(
  { proofs, clock }: Pick<Services, 'proofs' | 'clock'>,
  derivations: readonly AddressDerivation[],
): Promise<AppProof[]> {
  const timestampMs = String(clock().getTime());
  return mapInTurns(derivations, (addressDerivationProof) =>
    proofs.sign({ type: appProofTypes.addressDerivation, timestampMs, addressDerivationProof }),
  );
}
