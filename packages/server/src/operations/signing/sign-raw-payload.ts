import signRawPayload from '@mintmark/schema/operations/signing/sign-raw-payload';
import { implement } from '../../core/handlers/implement.ts';
import { payloadViews, readPayloadsAhead } from '../../funds/signing/payload-views.ts';
import { readPayload } from '../../funds/signing/read-payload.ts';
import { signWith as sign } from '../../funds/signing/sign-with.ts';
import { signatureRecord } from '../../funds/signing/signature-record.ts';
import { requireSigner } from '../../funds/signing/signer.ts';

export default implement(signRawPayload, {
  policyParameters: ({ encoding, hashFunction }) => ({ encoding, hash_function: hashFunction }),
  readAhead: (parameters, inTurns, memo) => readPayloadsAhead(memo, parameters, [parameters.payload], inTurns),
  policyViews: (context, parameters, needs) => payloadViews(context, parameters, [parameters.payload], needs),
  inputs: (context, { signWith }) => requireSigner(context, signWith),
  prepare: (context, parameters, signer) =>
    sign(context, signer, [readPayload(context.memo, parameters.payload, parameters, signer)]),
  result({ all: [signature] }) {
    if (!signature) throw new Error('no signature was prepared');
    return signatureRecord(signature);
  },
});
