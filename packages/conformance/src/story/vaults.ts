import { decodeHex } from '@mintmark/stamper/encoding';
import { deployer } from '../targets/listed-vaults.ts';
import { sealPrivateKey } from './imports.ts';
import type { Actor, Stage } from './stage.ts';
import type { Done } from './story.ts';
import { waitUntil } from './wait-until.ts';

/** The key of the deployer. */
const key = decodeHex('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', 'key');

/** An address that is no wrapper and no account. */
export const nobody = '0x91120bA67a1Dc898776A800581F44F18C035A45f';

/** Imports the key of the deployer, unless the target has it already. */
export async function importDeployer({ parent, newName, name }: Stage): Promise<void> {
  const { privateKeys } = await parent.call('listPrivateKeys', {});
  const has = privateKeys.some(({ addresses }: { addresses: { address: string }[] }) =>
    addresses.some(({ address }) => address === deployer),
  );
  if (has) return;
  const { userId } = parent;
  const { importBundle } = await parent.call('initImportPrivateKeyOrThrow', { userId });
  await parent.call('importPrivateKeyOrThrow', {
    userId,
    privateKeyName: `${name} ${newName('Deployer')}`,
    encryptedBundle: await sealPrivateKey(parent, importBundle, key),
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  });
}

/** Waits until a request is completed. */
export async function settle(by: Actor, query: string, request: object): Promise<void> {
  await waitUntil(`${query} is completed`, async () => {
    const { status } = await by.call(query, request);
    if (status === 'FAILED') throw new Error(`${query} has failed`);
    return status === 'COMPLETED';
  });
}

/** The address of a wrapper, as soon as it is deployed. */
export async function deployed({ parent }: Stage, deployment: Done | undefined): Promise<string> {
  const { wrapperAddress, deployRequestId } = deployment?.output ?? {};
  await settle(parent, 'getEarnDeployStatus', { deployRequestId });
  return wrapperAddress;
}

/** Why no story provokes NOT_CONFIGURED: a listed vault always has the node of its chain. */
export const withoutVaults = { NOT_CONFIGURED: 'needs a service without vaults, or without the chain of one' };
