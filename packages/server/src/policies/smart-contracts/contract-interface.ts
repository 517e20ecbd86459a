import { InterfaceError } from '@mintmark/chains';
import { type Abi, parseAbi } from '@mintmark/chains/ethereum';
import { type Idl, parseIdl } from '@mintmark/chains/solana';
import type { PolicyContext } from '../../core/handlers/implement.ts';
import type { ContractInterface } from '../../core/ports/contract-interface.ts';
import { type InterfaceRow, readInterfaces } from './interface-row.ts';

/** The ABIs that the organization stored for contracts, by address in lower case. */
export async function readAbis(context: PolicyContext, addresses: readonly string[]): Promise<Map<string, Abi>> {
  const abis = new Map<string, Abi>();
  for (const [address, row] of await readInterfaces(context, 'ETHEREUM', addresses)) {
    const read = readOnce(context, row);
    if (read?.type === 'ETHEREUM') abis.set(address, read.abi);
  }
  return abis;
}

/** The IDLs that the organization stored for programs, by address. */
export async function readIdls(context: PolicyContext, addresses: readonly string[]): Promise<Map<string, Idl>> {
  const idls = new Map<string, Idl>();
  for (const [address, row] of await readInterfaces(context, 'SOLANA', addresses)) {
    const read = readOnce(context, row);
    if (read?.type === 'SOLANA') idls.set(address, read.idl);
  }
  return idls;
}

function readOnce({ services }: PolicyContext, row: InterfaceRow): ContractInterface | undefined {
  const known = services.contractInterfaces.get(row.id);
  if (known) return known;
  const read = parse(row);
  if (read) services.contractInterfaces.set(row.id, read, row.interface.length);
  return read;
}

/** Undefined if it was stored by a version that accepted more: nothing is decoded by it then. */
function parse(row: InterfaceRow): ContractInterface | undefined {
  try {
    return row.type === 'ETHEREUM'
      ? { type: 'ETHEREUM', abi: parseAbi(row.interface) }
      : { type: 'SOLANA', idl: parseIdl(row.interface) };
  } catch (error) {
    if (error instanceof InterfaceError) return undefined;
    throw error;
  }
}
