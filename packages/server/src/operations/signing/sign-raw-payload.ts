import signRawPayload from '@mintmark/schema/operations/signing/sign-raw-payload';
import { implement } from '../../contract/implement.ts';
import { readPayload } from '../../signing/read-payload.ts';
import { signWith as sign } from '../../signing/sign-with.ts';
import { signatureRecord } from '../../signing/signature-record.ts';
import { requireSigner } from '../../signing/signer.ts';

export default implement(signRawPayload, {
  inputs: (context, { signWith }) => requireSigner(context, signWith),
  prepare: (context, { payload, ...form }, signer) => sign(context, signer, [readPayload(payload, form, signer)]),
  async execute(_, __, { all: [signature] }) {
    if (!signature) throw new Error('no signature was prepared');
    return signatureRecord(signature);
  },
});
