import signRawPayloads from '@mintmark/schema/operations/signing/sign-raw-payloads';
import { implement } from '../../contract/implement.ts';
import { readPayload } from '../../signing/read-payload.ts';
import { signWith as sign } from '../../signing/sign-with.ts';
import { signatureRecord } from '../../signing/signature-record.ts';
import { requireSigner } from '../../signing/signer.ts';

export default implement(signRawPayloads, {
  inputs: (context, { signWith }) => requireSigner(context, signWith),
  prepare: (context, { payloads, ...form }, signer) =>
    sign(
      context,
      signer,
      payloads.map((payload) => readPayload(payload, form, signer)),
    ),
  execute: async (_, __, { all }) => ({ signatures: all.map(signatureRecord) }),
});
