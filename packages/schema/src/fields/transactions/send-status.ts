import { z } from 'zod';
import { component } from '../../component.ts';
import { evmAddress, evmHash, text } from '../../vocabulary.ts';

export const SendTransactionState = component(
  'SendTransactionState',
  'INITIALIZED until a node has the transaction, BROADCASTING until it is in a block, then INCLUDED. INITIALIZED with an error: a node refused the transaction or does not have it. The node may have kept it anyway, so it may still be included until another transaction with the same nonce is final; the next transaction of the account gets this nonce. FAILED: the transaction can no longer be included because a final block has another transaction with the same nonce, or it reverted in a final block. A chain reorganization can turn INCLUDED back into BROADCASTING.',
  z.enum(['INITIALIZED', 'BROADCASTING', 'INCLUDED', 'FAILED']),
);

export const EthSendTransactionStatus = component(
  'EthSendTransactionStatus',
  'A transaction of an EVM chain.',
  z.object({ txHash: evmHash('Hash of the transaction, known once it is signed.').optional() }),
);

export const RevertChainEntry = component(
  'RevertChainEntry',
  'A call that reverted.',
  z.object({
    address: evmAddress('The contract that was called.').optional(),
    errorType: text(
      'native for Error(string) and Panic(uint256), custom for an error that the contract defines, else unknown.',
    )
      .meta({ examples: ['native'] })
      .optional(),
    displayMessage: text('Human-readable reason.').optional(),
  }),
);

export const TxError = component(
  'TxError',
  'Why a transaction failed, or why no node accepted it.',
  z.object({
    message: text('Human-readable description of what happened.').optional(),
    revertChain: z.array(RevertChainEntry).describe('The calls that reverted, outermost first.').optional(),
  }),
);
