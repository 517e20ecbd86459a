import { invalidTransaction } from '../chain-error.ts';
import type { SignedAuthorization } from './ethereum-transaction.ts';
import { maxNonce } from './limits.ts';
import type { RlpFields } from './rlp-fields.ts';

/** The order of secp256k1 (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Reads an authorization of a transaction for a chain. The chain would skip one that is for another chain or that no signature
 * can belong to (EIP-7702), so such a transaction would not do what it says.
 */
export function readAuthorization(items: RlpFields, transactionChainId: bigint): SignedAuthorization {
  const fields = items.tuple('an authorization', 6);
  const authorization = {
    chainId: fields.integer('chainId of an authorization'),
    address: fields.address('address of an authorization'),
    nonce: fields.integer('nonce of an authorization', maxNonce),
    yParity: readParity(fields),
    r: fields.integer('r of an authorization', order - 1n),
    s: fields.integer('s of an authorization', order / 2n),
  };
  if (authorization.chainId !== 0n && authorization.chainId !== transactionChainId)
    throw invalidTransaction('chainId of an authorization is neither 0 nor that of the transaction');
  if (authorization.r === 0n || authorization.s === 0n) throw invalidTransaction('an authorization is not signed');
  return authorization;
}

const readParity = (fields: RlpFields): 0 | 1 => (fields.integer('yParity of an authorization', 1n) === 0n ? 0 : 1);
