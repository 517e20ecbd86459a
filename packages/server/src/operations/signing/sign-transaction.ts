import signTransaction from '@mintmark/schema/operations/signing/sign-transaction';
import { implement } from '../../contract/implement.ts';

export default implement(signTransaction, async () => {
  throw new Error('sign_transaction: write this handler');
});
