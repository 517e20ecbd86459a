import signTransaction from '@mintmark/schema/operations/signing/sign-transaction';
import { implement } from '../../core/handlers/implement.ts';
import { readTransaction } from '../../funds/signing/read-transaction.ts';
import { signWith as sign } from '../../funds/signing/sign-with.ts';
import { requireSigner } from '../../funds/signing/signer.ts';
import { transactionViews } from '../../funds/signing/transaction-views.ts';

export default implement(signTransaction, {
  policyParameters: ({ type }) => ({ type }),
  policyViews: transactionViews,
  inputs: (context, { signWith }) => requireSigner(context, signWith),
  async prepare(context, parameters, signer) {
    const transaction = readTransaction(context.memo, parameters, signer);
    using signatures = await sign(context, signer, transaction.requests);
    const bytes = transaction.sign(signatures.all);
    return { bytes, [Symbol.dispose]: () => void bytes.fill(0) };
  },
  result: ({ bytes }) => ({ signedTransaction: Buffer.from(bytes).toString('hex') }),
});
