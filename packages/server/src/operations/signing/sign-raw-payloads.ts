import signRawPayloads from '@mintmark/schema/operations/signing/sign-raw-payloads';
import { implement } from '../../core/handlers/implement.ts';
import { payloadViews, readPayloadsAhead } from '../../funds/signing/payload-views.ts';
import { readPayloads } from '../../funds/signing/read-payload.ts';
import { signWith as sign } from '../../funds/signing/sign-with.ts';
import { signatureRecord } from '../../funds/signing/signature-record.ts';
import { requireSigner } from '../../funds/signing/signer.ts';

export default implement(signRawPayloads, {
  policyParameters: ({ encoding, hashFunction }) => ({ encoding, hash_function: hashFunction }),
  readAhead: (parameters, inTurns, memo) => readPayloadsAhead(memo, parameters, parameters.payloads, inTurns),
  policyViews: (context, parameters, needs) => payloadViews(context, parameters, parameters.payloads, needs),
  inputs: (context, { signWith }) => requireSigner(context, signWith),
  prepare: async (context, parameters, signer) =>
    sign(context, signer, await readPayloads(context, parameters.payloads, parameters, signer)),
  result: ({ all }) => ({ signatures: all.map(signatureRecord) }),
});
