import type { SmartContractInterfaceType } from '@mintmark/schema/fields/smart-contracts/smart-contract-interface';
import type { z } from 'zod';
import { ApiError } from '../contract/api-error.ts';
import { storedAddress } from './contract-address.ts';
import type { InterfaceRow } from './interface-row.ts';

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

/** Checks a contract interface that is to be stored, and returns its type and address as they are stored. */
export function checkInterface(given: GivenInterface): Pick<InterfaceRow, 'type' | 'address'> {
  const type = types[given.type];
  const address = storedAddress(type, given.smartContractAddress);
  if (address === undefined) throw invalid('smartContractAddress', addressRules[type]);
  const problem =
    type === 'ETHEREUM' ? abiProblem(given.smartContractInterface) : idlProblem(given.smartContractInterface);
  if (problem !== undefined) throw invalid('smartContractInterface', problem);
  return { type, address };
}

const invalid = (member: string, description: string) =>
  new ApiError('INVALID_CONTRACT_INTERFACE', `invalid contract interface: ${member} ${description}`, {
    fieldViolations: [{ field: `parameters.${member}`, description }],
  });

function abiProblem(text: string): string | undefined {
  const value = parse(text);
  return Array.isArray(value) ? undefined : 'must be an ABI: a JSON array';
}

function idlProblem(text: string): string | undefined {
  const value = parse(text);
  const isIdl = typeof value === 'object' && value !== null && 'instructions' in value;
  return isIdl && Array.isArray(value.instructions) ? undefined : 'must be an IDL: a JSON object with instructions';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
