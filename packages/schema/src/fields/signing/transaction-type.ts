import { z } from 'zod';
import { component } from '../../component.ts';

export const TransactionType = component(
  'TransactionType',
  'The chain of a transaction. TRANSACTION_TYPE_TEMPO is known but not supported yet.',
  z.enum([
    'TRANSACTION_TYPE_ETHEREUM',
    'TRANSACTION_TYPE_SOLANA',
    'TRANSACTION_TYPE_TRON',
    'TRANSACTION_TYPE_BITCOIN',
    'TRANSACTION_TYPE_TEMPO',
  ]),
);
