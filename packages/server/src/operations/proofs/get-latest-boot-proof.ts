import { serverApp } from '@mintmark/schema/fields/proofs/server-app';
import getLatestBootProof from '@mintmark/schema/operations/proofs/get-latest-boot-proof';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { bootProofRecord, findLatestBootProof } from '../../custody/proofs/boot-proof.ts';

export default answer(getLatestBootProof, async (context, { appName }) => {
  const isKnown = appName === serverApp.name || appName.toLowerCase() === serverApp.id;
  const row = isKnown ? await findLatestBootProof(context) : undefined;
  if (!row) throw new ApiError('BOOT_PROOF_NOT_FOUND');
  return { bootProof: bootProofRecord(row) };
});
