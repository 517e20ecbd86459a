import type { AddressDerivation } from '@mintmark/stamper/proofs';
import { appProofTypes } from '@mintmark/stamper/protocol';
import type { AppProof } from '../../contract/proof-signer.ts';
import type { Services } from '../../contract/services.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';

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
