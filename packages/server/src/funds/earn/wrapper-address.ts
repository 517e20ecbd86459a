import { createHash } from 'node:crypto';
import { toChecksumHex } from '@mintmark/chains/addresses';
import { encodeWords, keccak256 } from '@mintmark/chains/ethereum';
import { earnWrapper } from './generated/earn-wrapper.ts';

/** What a wrapper is made of. Nothing of it can be changed later. Addresses are hex with 0x. */
export interface WrapperTerms {
  readonly organizationId: string;
  readonly caip2: string;
  readonly vaultAddress: string;
  readonly clientFeeWallet: string;
  readonly clientFeeBps: number;
  readonly serviceFeeWallet: string | undefined;
  readonly serviceFeeBps: number;
}

/** How a wrapper is deployed, and where it will be. */
interface WrapperDeployment {
  readonly wrapperAddress: string;
  readonly splitterAddress: string;
  /** The data of the call to the deployer. */
  readonly data: string;
}

/**
 * Has the same address on all chains, and takes a salt and the code of a contract. It calls CREATE2, so that the address of
 * the contract follows from both (EIP-1014).
 */
export const contractDeployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

const nobody = `0x${'00'.repeat(20)}`;

/** Computes where a wrapper will be. The same terms always lead to the same address. */
export function planWrapper(terms: WrapperTerms): WrapperDeployment {
  const { vaultAddress, clientFeeWallet, clientFeeBps, serviceFeeWallet = nobody, serviceFeeBps } = terms;
  const args = [vaultAddress, clientFeeWallet, BigInt(clientFeeBps), serviceFeeWallet, BigInt(serviceFeeBps)];
  const code = Buffer.from(earnWrapper.creationCode.slice(2) + encodeWords(args), 'hex');
  const salt = saltOf(terms);
  const wrapper = lastBytes(Buffer.from('ff', 'hex'), bytesOf(contractDeployer), salt, keccak256(code));
  // RLP of the address of the wrapper and its first nonce, 1: the wrapper creates the splitter.
  const splitter = lastBytes(Buffer.from('d694', 'hex'), wrapper, Buffer.from('01', 'hex'));
  return {
    wrapperAddress: toChecksumHex(wrapper),
    splitterAddress: toChecksumHex(splitter),
    data: `0x${salt.toString('hex')}${code.toString('hex')}`,
  };
}

/** Two organizations never have the same wrapper, and one organization never has the same address on two chains. */
function saltOf({ organizationId, caip2, vaultAddress, clientFeeWallet, clientFeeBps }: WrapperTerms): Buffer {
  const text = [organizationId, caip2, vaultAddress, clientFeeWallet, clientFeeBps].join('/').toLowerCase();
  return createHash('sha256').update(`mintmark earn wrapper/${text}`).digest();
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');

const lastBytes = (...parts: readonly Uint8Array[]): Uint8Array => keccak256(Buffer.concat(parts)).subarray(-20);
