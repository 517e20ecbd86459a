import getBootProof from '@mintmark/schema/operations/proofs/get-boot-proof';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { bootProofRecord, findBootProof } from '../../custody/proofs/boot-proof.ts';

export default answer(getBootProof, async (context, { ephemeralKey }) => {
  const row = await findBootProof(context, ephemeralKey.toLowerCase());
  if (!row) throw new ApiError('BOOT_PROOF_NOT_FOUND');
  return { bootProof: bootProofRecord(row) };
});
