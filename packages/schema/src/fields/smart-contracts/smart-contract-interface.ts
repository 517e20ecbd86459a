import { z } from 'zod';
import { component } from '../../define/component.ts';
import { id, label, organizationId, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const SmartContractInterface = component(
  'SmartContractInterface',
  'The stored interface of a smart contract, which lets policies read calls to it.',
  z.object({
    organizationId: organizationId('The organization that stored it.'),
    smartContractInterfaceId: id('The interface.'),
    smartContractAddress: text('Address of the contract or program.'),
    smartContractInterface: text('The ABI or IDL, as JSON text.'),
    type: text('ETHEREUM for an ABI, SOLANA for an IDL.').meta({ examples: ['ETHEREUM'] }),
    label: label('A name for the interface that people recognise.', 'Stablecoin'),
    notes: text('Remarks for people; may be empty.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
