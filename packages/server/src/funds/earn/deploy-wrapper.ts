import type { BatchCall } from '@mintmark/chains/ethereum';
import type { InputsContext, PolicyContext, PrepareContext } from '../../core/handlers/implement.ts';
import type { PolicyNeeds, PolicyView } from '../../core/handlers/policy-view.ts';
import { ActivityFailure, ApiError } from '../../core/model/api-error.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Earn, ListedVault, VaultFacts } from '../../core/ports/earn.ts';
import type { EvmChain } from '../../core/ports/evm-chain.ts';
import { readSignerRows, type Signer, signerOf } from '../signing/signer.ts';
import { type PreparedTransaction, prepareTransaction } from '../transactions/prepare-transaction.ts';
import { chainFailure, requireChain } from '../transactions/require-chain.ts';
import type { SendRequest } from '../transactions/send-request.ts';
import { causedViews } from '../transactions/send-views.ts';
import type { SentTransactionRow } from '../transactions/sent-transaction.ts';
import { requireParent } from './earn-context.ts';
import { contractDeployer, planWrapper, type WrapperTerms } from './wrapper-address.ts';
import { type NewWrapper, readWrappers, type WrapperRow } from './wrapper-row.ts';

/** What an organization asks for. Addresses have their checksums. */
export interface WantedWrapper {
  readonly caip2: string;
  readonly vaultAddress: string;
  readonly clientFeeBps: number;
  readonly clientFeeWallet: string;
}

/** The rows that a deployment relies on. */
interface DeploymentInputs {
  /** The same wrapper, if it is deployed or about to be. */
  readonly existing: WrapperRow | undefined;
  readonly deployer: Signer | undefined;
}

/** What is left to do when a deployment is committed. */
export interface PreparedDeployment extends Partial<Disposable> {
  readonly existing?: WrapperRow;
  readonly wrapper?: Omit<NewWrapper, 'id' | 'deployTransactionId'>;
  /** None if the wrapper is on the chain already. */
  readonly sending?: { readonly request: SendRequest; readonly prepared: PreparedTransaction };
}

export async function readDeploymentInputs(context: InputsContext, wanted: WantedWrapper): Promise<DeploymentInputs> {
  requireParent(context.organization);
  const { earn } = context.services;
  const [wrappers, wallet, deployer] = await Promise.all([
    readWrappers(context),
    readSignerRows(context, wanted.clientFeeWallet),
    earn?.deployer === undefined ? undefined : readSignerRows(context, earn.deployer).then(signerOf),
  ]);
  if (!signerOf(wallet))
    throw new ApiError('RESOURCE_NOT_FOUND', 'clientFeeWallet is not an address of this organization');
  const existing = wrappers.find(({ row, transaction }) => isSame(row, wanted) && !mayBeRepeated(transaction));
  return { existing: existing?.row, deployer };
}

/** A deployment that no node took is repeated. The new one has its nonce, and both would deploy the same wrapper. */
const mayBeRepeated = (transaction: SentTransactionRow | undefined): boolean =>
  transaction !== undefined && ['FAILED', 'REFUSED', 'DENIED'].includes(transaction.status);

const isSame = (row: WrapperRow, wanted: WantedWrapper): boolean =>
  row.caip2 === wanted.caip2 &&
  row.vaultAddress === wanted.vaultAddress &&
  row.clientFeeBps === wanted.clientFeeBps &&
  row.clientFeeWallet === wanted.clientFeeWallet;

/** Finds out what a deployment takes, and signs its transaction. */
export async function prepareDeployment(
  context: PrepareContext,
  wanted: WantedWrapper,
  { existing, deployer }: DeploymentInputs,
): Promise<PreparedDeployment> {
  if (existing) return { existing };
  const { organization, services, signal } = context;
  const { earn } = services;
  if (!earn) throw new ActivityFailure('NOT_CONFIGURED', 'the operator has listed no vaults');
  const listed = listedVault(earn, wanted);
  if (!listed) throw new ApiError('RESOURCE_NOT_FOUND', 'the operator has not listed this vault');
  const chain = requireChain(services, wanted.caip2);
  const { serviceFeeBps } = earn;
  const { wrapperAddress, splitterAddress, data } = planWrapper(termsOf(organization, earn, wanted));
  const [vault, isThere] = await readChain(chain, () => earn.read([listed]), wrapperAddress, signal);
  if (!vault) throw new ActivityFailure('RPC_CALL_ERROR', `${wanted.caip2}: the contract is not an ERC-4626 vault`);
  const wrapper = {
    ...wanted,
    address: wrapperAddress,
    splitterAddress,
    provider: listed.provider,
    assetAddress: vault.asset.address,
    assetDecimals: vault.asset.decimals,
    serviceFeeBps,
  };
  if (isThere) return { wrapper };
  if (!deployer || earn.deployer === undefined)
    throw new ActivityFailure('NOT_CONFIGURED', 'earn.deployer is not an account of this organization');
  const request = { caip2: wanted.caip2, from: earn.deployer.toLowerCase(), calls: [deploymentCall(data)] };
  const prepared = await prepareTransaction(context, request, deployer);
  return { wrapper, sending: { request, prepared }, [Symbol.dispose]: () => prepared[Symbol.dispose]() };
}

/**
 * What policies see of a deployment: the transaction of the account that pays for it. It is shown also if the wrapper exists, so
 * that the same request is decided in the same way.
 */
export async function deploymentViews(
  context: PolicyContext,
  wanted: WantedWrapper,
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  const { organization, services } = context;
  const { earn } = services;
  // Such a request is refused: nothing will be sent.
  if (earn?.deployer === undefined || organization.parentId !== null || !listedVault(earn, wanted)) return [{}];
  const calls = async () => [deploymentCall(planWrapper(termsOf(organization, earn, wanted)).data)];
  return await causedViews(context, { caip2: wanted.caip2, from: earn.deployer }, calls, needs);
}

const listedVault = ({ vaults }: Earn, wanted: WantedWrapper): ListedVault | undefined =>
  vaults.find(({ caip2, address }) => caip2 === wanted.caip2 && address === wanted.vaultAddress);

const termsOf = (
  { id: organizationId }: Organization,
  { serviceFeeBps, serviceFeeWallet }: Earn,
  wanted: WantedWrapper,
): WrapperTerms => ({ ...wanted, organizationId, serviceFeeBps, serviceFeeWallet });

const deploymentCall = (data: string): BatchCall => ({ to: contractDeployer, value: 0n, data });

/** The vault, and whether the wrapper is on the chain: anybody can deploy it, and it is the same then. */
async function readChain(
  chain: EvmChain,
  readVault: () => Promise<VaultFacts[]>,
  wrapperAddress: string,
  signal: AbortSignal,
): Promise<[VaultFacts | undefined, boolean]> {
  try {
    const [[vault], wrapper, deployer] = await Promise.all([
      readVault(),
      chain.code(wrapperAddress.toLowerCase(), { signal }),
      chain.code(contractDeployer, { signal }),
    ]);
    if (deployer === '0x')
      throw new ActivityFailure('RPC_CALL_ERROR', `${chain.caip2}: the chain has no contract at ${contractDeployer}`);
    return [vault, wrapper !== '0x'];
  } catch (error) {
    throw chainFailure(chain.caip2, error);
  }
}
