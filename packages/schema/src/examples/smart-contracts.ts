import { organizationId } from './organizations.ts';
import { timestamp } from './timestamp.ts';
import { stablecoinAddress } from './transactions.ts';

export const smartContractInterfaceId = '95c8a1e4-6f03-4d7b-b29e-1d80f5c7a362';

/** The ABI of a token, as far as transfers need it. */
export const transferAbi = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
]);

const contract = {
  smartContractAddress: stablecoinAddress,
  smartContractInterface: transferAbi,
  label: 'Stablecoin',
  notes: 'Transfers only.',
} as const;

export const smartContract = { ...contract, type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' } as const;

export const smartContractInterfaceRecord = {
  organizationId,
  smartContractInterfaceId,
  ...contract,
  type: 'ETHEREUM',
  createdAt: timestamp,
  updatedAt: timestamp,
} as const;
