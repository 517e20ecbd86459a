import { z } from 'zod';
import { component } from '../../component.ts';
import { evmAddress, evmHash, text } from '../../vocabulary.ts';

export const SendTransactionState = component(
  'SendTransactionState',
  'INITIALIZED until a node has the transaction, BROADCASTING until it is in a block, then INCLUDED. INITIALIZED with an error: a node refused it or does not have it, but may have kept it, so that it may still be included until another transaction with its nonce is final; the next transaction of the account gets this nonce. FAILED: it cannot be included any more, because a final block has another transaction with its nonce, or it was reverted in a final block. A chain may drop blocks, and then INCLUDED becomes BROADCASTING again.',
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
  'Why a transaction failed, or why no node took it.',
  z.object({
    message: text('What happened, for people.').optional(),
    revertChain: z.array(RevertChainEntry).describe('The calls that were reverted, the outermost first.').optional(),
  }),
);
