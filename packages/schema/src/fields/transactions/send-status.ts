import { z } from 'zod';
import { component } from '../../define/component.ts';
import { evmAddress, evmHash, text } from '../../vocabulary.ts';

export const SendTransactionState = component(
  'SendTransactionState',
  'INITIALIZED until a node has the transaction, BROADCASTING until it is in a block, then INCLUDED, or FAILED if it was reverted. FAILED without a block: a node refused it, or another transaction with its nonce was included. A chain may drop blocks, and then INCLUDED becomes BROADCASTING again.',
  z.enum(['INITIALIZED', 'BROADCASTING', 'INCLUDED', 'FAILED']),
);

export const EthSendTransactionStatus = component(
  'EthSendTransactionStatus',
  'A transaction of an EVM chain.',
  z.object({ txHash: evmHash('Hash of the transaction, known since it was signed.').optional() }),
);

export const RevertChainEntry = component(
  'RevertChainEntry',
  'A call that was reverted.',
  z.object({
    address: evmAddress('The contract that was called.').optional(),
    errorType: text('native for Error(string) and Panic(uint256), custom for an error of the contract, else unknown.')
      .meta({ examples: ['native'] })
      .optional(),
    displayMessage: text('The reason, for people.').optional(),
  }),
);

export const TxError = component(
  'TxError',
  'Why a transaction failed.',
  z.object({
    message: text('What happened, for people.').optional(),
    revertChain: z.array(RevertChainEntry).describe('The calls that were reverted, the outermost first.').optional(),
  }),
);
