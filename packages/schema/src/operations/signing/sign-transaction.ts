import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { signWith } from '../../fields/signing/raw-payload.ts';
import { TransactionType } from '../../fields/signing/transaction-type.ts';
import { hexBytes, id, prefixedHexBytes } from '../../vocabulary.ts';

const what = () => ({
  unsignedTransaction: prefixedHexBytes(
    'The unsigned transaction as hex, with or without 0x: an Ethereum transaction (legacy or types 1 to 4), a Solana transaction with zeros for its signatures, the raw data of a Tron transaction, or a PSBT.',
  ),
  type: TransactionType,
});

const exampleTransaction = {
  unsignedTransaction: example.unsignedTransaction,
  type: 'TRANSACTION_TYPE_ETHEREUM' as const,
};

export default defineActivity(
  'sign_transaction',
  {
    tag: 'Signing',
    summary: 'Sign a transaction',
    description:
      'Parses a transaction and signs it with a wallet account or a private key. Bytes that are not the exact encoding of the parsed transaction are refused. In a PSBT, every input that the key can spend is signed, and the PSBT is not finalized.',
    intent: version(2, z.strictObject({ signWith: signWith(), ...what() })),
    result: version(1, z.object({ signedTransaction: hexBytes('The signed transaction as hex without 0x.') })),
    policy: { resource: 'PRIVATE_KEY', action: 'SIGN' },
    errors: ['INVALID_TRANSACTION', 'UNSUPPORTED_TRANSACTION_TYPE', 'RESOURCE_NOT_FOUND'],
    example: {
      parameters: { signWith: example.walletAddress, ...exampleTransaction },
      result: { signedTransaction: example.signedTransaction },
    },
  },
  superseded(1, {
    change: 'Version 2 takes signWith, which can also be an address, instead of privateKeyId.',
    parameters: z.strictObject({ privateKeyId: id('The private key to sign with.'), ...what() }),
    upgrade: ({ privateKeyId, ...rest }) => ({ signWith: privateKeyId, ...rest }),
    example: { privateKeyId: example.privateKeyId, ...exampleTransaction },
  }),
);
