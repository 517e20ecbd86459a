import signRawPayloads from '@mintmark/schema/operations/signing/sign-raw-payloads';
import { implement } from '../../contract/implement.ts';
import { readPayloads } from '../../signing/read-payload.ts';
import { signWith as sign } from '../../signing/sign-with.ts';
import { signatureRecord } from '../../signing/signature-record.ts';
import { requireSigner } from '../../signing/signer.ts';

export default implement(signRawPayloads, {
  inputs: (context, { signWith }) => requireSigner(context, signWith),
  prepare: async (context, { payloads, ...form }, signer) =>
    sign(context, signer, await readPayloads(payloads, form, signer, context.signal)),
  execute: async (_, __, { all }) => ({ signatures: all.map(signatureRecord) }),
});
