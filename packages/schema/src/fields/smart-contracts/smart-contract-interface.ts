import { z } from 'zod';
import { component } from '../../component.ts';
import {
  contractAddress,
  contractInterface,
  id,
  label,
  organizationId,
  remarks,
  storedLabel,
  text,
} from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const SmartContractInterfaceType = component(
  'SmartContractInterfaceType',
  'The kind of a contract interface: an Ethereum ABI, or the IDL of a Solana program.',
  z.enum(['SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM', 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA']),
);

/** What an organization says about a contract interface. */
export const smartContractFields = {
  smartContractAddress: contractAddress(
    'Address of the contract or program. An Ethereum address in mixed case must have a valid checksum.',
  ),
  smartContractInterface: contractInterface(
    'The ABI as a JSON array, or the Anchor IDL as a JSON object, of at most 400,000 characters.',
  ),
  type: SmartContractInterfaceType,
  label: label('Human-readable name of the interface.', 'Stablecoin'),
  notes: remarks('Free-form notes.').optional(),
};

export const SmartContractInterface = component(
  'SmartContractInterface',
  'The stored interface of a smart contract, which lets policies read calls to it.',
  z.object({
    organizationId: organizationId('The organization that stored it.'),
    smartContractInterfaceId: id('The interface.'),
    smartContractAddress: text('Address of the contract or program. An Ethereum address has its checksum.'),
    smartContractInterface: text('The ABI or IDL, as JSON text.'),
    type: text('ETHEREUM for an ABI, SOLANA for an IDL.').meta({ examples: ['ETHEREUM'] }),
    label: storedLabel('Human-readable name of the interface.', 'Stablecoin'),
    notes: text('Free-form notes; may be empty.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
