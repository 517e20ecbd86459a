import { InterfaceError, readInterfaceJson } from '@mintmark/chains';
import { parseAbi } from '@mintmark/chains/ethereum';
import { parseIdl } from '@mintmark/chains/solana';
import type { SmartContractInterfaceType } from '@mintmark/schema/fields/smart-contracts/smart-contract-interface';
import type { z } from 'zod';
import { ApiError } from '../../core/model/api-error.ts';
import { storedAddress } from './contract-address.ts';
import type { InterfaceRow } from './interface-row.ts';
import { requireVisibleWords } from './visible-words.ts';

interface GivenInterface {
  readonly type: z.output<typeof SmartContractInterfaceType>;
  readonly smartContractAddress: string;
  readonly smartContractInterface: string;
}

const types = {
  SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM: 'ETHEREUM',
  SMART_CONTRACT_INTERFACE_TYPE_SOLANA: 'SOLANA',
} as const satisfies Record<GivenInterface['type'], InterfaceRow['type']>;

const addressRules = {
  ETHEREUM: 'must be an Ethereum address: 0x and 40 hex digits, in mixed case with a valid checksum',
  SOLANA: 'must be a Solana address: 32 bytes in base58',
} as const satisfies Record<InterfaceRow['type'], string>;

const nouns = { ETHEREUM: 'an ABI', SOLANA: 'an IDL' } as const satisfies Record<InterfaceRow['type'], string>;

/** Checks a contract interface that is to be stored, and returns its type and address as they are stored. */
export function checkInterface(given: GivenInterface): Pick<InterfaceRow, 'type' | 'address'> {
  const type = types[given.type];
  const address = storedAddress(type, given.smartContractAddress);
  if (address === undefined) throw invalid('smartContractAddress', addressRules[type]);
  requireParsed(type, given.smartContractInterface);
  return { type, address };
}

const invalid = (member: string, description: string) =>
  new ApiError('INVALID_CONTRACT_INTERFACE', `invalid contract interface: ${member} ${description}`, {
    fieldViolations: [{ field: `parameters.${member}`, description }],
  });

function requireParsed(type: InterfaceRow['type'], text: string): void {
  try {
    if (type === 'ETHEREUM') parseAbi(text);
    else parseIdl(text);
    requireVisibleWords(readInterfaceJson(text));
  } catch (error) {
    if (!(error instanceof InterfaceError)) throw error;
    throw invalid('smartContractInterface', `is not ${nouns[type]}: ${error.message}`);
  }
}
