import { z } from 'zod';
import { component } from '../../component.ts';
import { atomicAmount, callData, evmAddress } from '../../vocabulary.ts';

/** What a call has. */
export const ethCall = () => ({
  to: evmAddress('The recipient or the contract.'),
  value: atomicAmount('The amount in wei. Defaults to 0.').optional(),
  data: callData(
    'The call data as hex, with or without 0x. Defaults to none, which can also be written as 0x.',
  ).optional(),
});

export const EthCallParams = component('EthCallParams', 'A call that an account makes.', z.strictObject(ethCall()));
