import { getContractAddress } from 'viem';
import { afterAll, describe, expect, test } from 'vitest';
import { clientWallet, serviceWallet, startWorld } from '../test/earn-world.ts';

const world = await startWorld();
afterAll(() => world[Symbol.asyncDispose]());

const million = 1_000_000n;

describe('deposits and withdrawals', () => {
  test('default: what goes in comes out, and is in the vault meanwhile', async () => {
    const { asset, vault, wrapper, createDepositor } = await world.create();
    const alice = await createDepositor('alice', 1000n * million);
    const shares = await wrapper.write(alice, 'deposit', 1000n * million, alice);
    expect(shares).toBe(1000n * million * million);
    expect(await wrapper.read('totalAssets')).toBe(1000n * million);
    expect(await asset.read('balanceOf', wrapper.address)).toBe(0n);
    expect(await asset.read('balanceOf', vault.address)).toBe(1000n * million);
    expect(await wrapper.write(alice, 'redeem', shares, alice, alice)).toBe(1000n * million);
    expect(await asset.read('balanceOf', alice)).toBe(1000n * million);
    expect(await wrapper.read('totalSupply')).toBe(0n);
  });

  test('default: the asset, the name and the decimals come from the vault', async () => {
    const { asset, wrapper, vault } = await world.create({ vaultOffset: 12 });
    expect(await wrapper.read('asset')).toBe(asset.address);
    expect(await wrapper.read('name')).toBe('Earn Steady Dollar');
    expect(await wrapper.read('symbol')).toBe('earn-sTUSD');
    expect(await vault.read('decimals')).toBe(18);
    expect(await wrapper.read('decimals')).toBe(24);
  });

  test('args: somebody else may withdraw only with an allowance', async () => {
    const { asset, wrapper, createDepositor } = await world.create();
    const [alice, bob] = [await createDepositor('alice'), await createDepositor('bob', 0n)];
    await wrapper.write(alice, 'deposit', 100n * million, alice);
    await expect(wrapper.write(bob, 'withdraw', million, bob, alice)).rejects.toThrow('ERC20InsufficientAllowance');
    await expect(wrapper.write(bob, 'redeem', million, bob, alice)).rejects.toThrow('ERC20InsufficientAllowance');
    const shares = await wrapper.read('previewWithdraw', million);
    await wrapper.write(alice, 'approve', bob, shares);
    await wrapper.write(bob, 'withdraw', million, bob, alice);
    expect(await asset.read('balanceOf', bob)).toBe(million);
    await expect(wrapper.write(bob, 'withdraw', 1n, bob, alice)).rejects.toThrow('ERC20InsufficientAllowance');
  });

  test('behavior: withdrawals are limited by what the vault can pay out now', async () => {
    const { vault, wrapper, deployer, createDepositor } = await world.create();
    const alice = await createDepositor('alice');
    const shares = await wrapper.write(alice, 'deposit', 1000n * million, alice);
    await vault.write(deployer, 'setLiquidity', 400n * million);
    expect(await wrapper.read('maxWithdraw', alice)).toBe(400n * million);
    await expect(wrapper.write(alice, 'redeem', shares, alice, alice)).rejects.toThrow('ERC4626ExceededMaxRedeem');
    await wrapper.write(alice, 'withdraw', 400n * million, alice, alice);
    await vault.write(deployer, 'setLiquidity', 2n ** 256n - 1n);
    await wrapper.write(alice, 'redeem', await wrapper.read('balanceOf', alice), alice, alice);
    expect(await wrapper.read('totalSupply')).toBe(0n);
  });
});

describe('fees', () => {
  test('default: a part of the gain, split between the client and the service', async () => {
    const { asset, wrapper, splitter, gain, createDepositor } = await world.create();
    const alice = await createDepositor('alice', 1000n * million);
    const shares = await wrapper.write(alice, 'deposit', 1000n * million, alice);
    await gain(100n * million);
    // The virtual share of the vault takes 0.1 units of the 100,000,000. Of the rest, 10 % and 5 % are fees. All is rounded down.
    expect(await splitter.read('claimableClientFee')).toBe(9_999_999n);
    expect(await splitter.read('claimableServiceFee')).toBe(4_999_999n);
    expect(await wrapper.read('previewRedeem', shares)).toBe(1_084_999_999n);
    expect(await splitter.write(alice, 'releaseClientFee')).toBe(9_999_999n);
    expect(await splitter.write(alice, 'releaseServiceFee')).toBe(4_999_999n);
    expect(await asset.read('balanceOf', clientWallet)).toBe(9_999_999n);
    expect(await asset.read('balanceOf', serviceWallet)).toBe(4_999_999n);
    expect(await splitter.read('claimableClientFee')).toBe(0n);
    expect(await splitter.write(alice, 'releaseClientFee')).toBe(0n);
    // The fractions of a unit that were not paid out are hers.
    expect(await wrapper.write(alice, 'redeem', shares, alice, alice)).toBe(1_085_000_000n);
  });

  test('behavior: no gain, no fee, however often somebody asks for it', async () => {
    const { wrapper, createDepositor } = await world.create({ clientFeeBps: 4000n, serviceFeeBps: 1000n });
    const alice = await createDepositor('alice');
    for (const assets of [1n, 333n, 1000n * million, 7n]) {
      await wrapper.write(alice, 'deposit', assets, alice);
      await wrapper.write(alice, 'accrueFees');
    }
    expect(await wrapper.read('totalSupply')).toBe(await wrapper.read('balanceOf', alice));
  });

  test('behavior: a gain that makes up for a loss is free', async () => {
    const { wrapper, splitter, gain, lose, createDepositor } = await world.create();
    const alice = await createDepositor('alice');
    const shares = await wrapper.write(alice, 'deposit', 1000n * million, alice);
    await gain(100n * million);
    await wrapper.write(alice, 'accrueFees');
    const claimed = await splitter.read('claimableClientFee');
    const before = await wrapper.read('previewRedeem', shares);
    await lose(300n * million);
    await wrapper.write(alice, 'accrueFees');
    await gain(299n * million);
    await wrapper.write(alice, 'accrueFees');
    expect(await wrapper.read('pendingFeeShares')).toBe(0n);
    expect(await splitter.read('claimableClientFee')).toBeLessThan(claimed);
    await gain(million);
    await wrapper.write(alice, 'accrueFees');
    // Everything is back where it was, so no share was minted.
    expect(await wrapper.read('previewRedeem', shares)).toBe(before);
    expect(await splitter.read('claimableClientFee')).toBe(claimed);
    await gain(10n * million);
    expect(await wrapper.read('pendingFeeShares')).toBeGreaterThan(0n);
  });

  test('behavior: whoever deposits after a gain pays nothing for it', async () => {
    const { wrapper, gain, createDepositor } = await world.create({ clientFeeBps: 4000n });
    const [alice, bob] = [await createDepositor('alice'), await createDepositor('bob')];
    await wrapper.write(alice, 'deposit', 1n, alice);
    await gain(1n);
    const shares = await wrapper.write(bob, 'deposit', 5_000_000n * million, bob);
    await wrapper.write(alice, 'accrueFees');
    expect(await wrapper.read('previewRedeem', shares)).toBeGreaterThanOrEqual(5_000_000n * million - 2n);
  });

  test('behavior: after everybody has left, the next one starts at the price of that moment', async () => {
    const { wrapper, splitter, gain, lose, createDepositor } = await world.create();
    const [alice, bob] = [await createDepositor('alice'), await createDepositor('bob')];
    await wrapper.write(bob, 'deposit', million, bob);
    await wrapper.write(bob, 'redeem', await wrapper.read('balanceOf', bob), bob, bob);
    const shares = await wrapper.write(alice, 'deposit', 1000n * million, alice);
    await lose(500n * million);
    await wrapper.write(alice, 'redeem', shares, alice, alice);
    await wrapper.write(bob, 'deposit', 1000n * million, bob);
    expect(await wrapper.read('pendingFeeShares')).toBe(0n);
    await gain(100n * million);
    const fee = await splitter.read('claimableClientFee');
    expect(fee).toBeGreaterThan(9_999_990n);
    expect(fee).toBeLessThanOrEqual(10n * million);
  });

  test('args: without fees, all of the gain is of the depositors', async () => {
    const { wrapper, splitter, gain, createDepositor } = await world.create({ clientFeeBps: 0n, serviceFeeBps: 0n });
    const alice = await createDepositor('alice');
    const shares = await wrapper.write(alice, 'deposit', 1000n * million, alice);
    await gain(100n * million);
    expect(await wrapper.read('previewRedeem', shares)).toBe(1_099_999_999n);
    expect(await splitter.read('claimableClientFee')).toBe(0n);
    expect(await splitter.write(alice, 'releaseServiceFee')).toBe(0n);
  });

  test('behavior: what the splitter got late is split too, each part once', async () => {
    const { wrapper, splitter, gain, createDepositor } = await world.create();
    const alice = await createDepositor('alice');
    await wrapper.write(alice, 'deposit', 1000n * million, alice);
    await gain(100n * million);
    const first = await splitter.write(alice, 'releaseClientFee');
    await gain(100n * million);
    const second = await splitter.write(alice, 'releaseClientFee');
    const service = await splitter.write(alice, 'releaseServiceFee');
    const total = first + second;
    // The service waited, so its shares gained meanwhile.
    expect(service * 2n).toBeGreaterThan(total - 5n);
    expect(service * 2n).toBeLessThan((total * 105n) / 100n);
    expect(await wrapper.read('balanceOf', splitter.address)).toBeLessThan(million);
  });

  test('behavior: the last one can redeem everything, whatever fees were taken', async () => {
    const { wrapper, splitter, gain, createDepositor } = await world.create({ decimals: 18, clientFeeBps: 4000n });
    const alice = await createDepositor('alice');
    const shares = await wrapper.write(alice, 'deposit', 3n, alice);
    await gain(1000n);
    await splitter.write(alice, 'releaseClientFee');
    await splitter.write(alice, 'releaseServiceFee');
    expect(await wrapper.read('maxRedeem', alice)).toBe(shares);
    await wrapper.write(alice, 'redeem', shares, alice, alice);
    expect(await wrapper.read('balanceOf', alice)).toBe(0n);
  });

  test.each([
    ['a client fee above 40 %', 4001n, 0n],
    ['a sum above 50 %', 4000n, 1001n],
  ])('error: %s', async (_, clientFeeBps, serviceFeeBps) => {
    const { vault } = await world.create();
    await expect(world.deployWrapper(vault.address, { clientFeeBps, serviceFeeBps })).rejects.toThrow('reverted');
  });
});

describe('attacks', () => {
  test('behavior: a donation before the first deposit takes nothing from the depositor', async () => {
    const { vault, wrapper, createDepositor } = await world.create();
    const [mallory, alice] = [await createDepositor('mallory'), await createDepositor('alice')];
    await wrapper.write(mallory, 'deposit', 1n, mallory);
    await vault.write(mallory, 'deposit', 1000n * million, mallory);
    await vault.write(mallory, 'transfer', wrapper.address, 1000n * million);
    const shares = await wrapper.write(alice, 'deposit', 500n * million, alice);
    // The fee on the donation is taken before this deposit.
    expect(await wrapper.read('previewRedeem', shares)).toBeGreaterThan((500n * million * 999n) / 1000n);
    expect(await wrapper.read('maxWithdraw', mallory)).toBeLessThan(1000n * million);
  });

  test('error: a deposit that is worth no share', async () => {
    const { vault, wrapper, gain, createDepositor } = await world.create();
    const alice = await createDepositor('alice');
    await gain(3n * million);
    expect(await vault.read('previewDeposit', 1000n)).toBe(0n);
    await expect(wrapper.write(alice, 'deposit', 1000n, alice)).rejects.toThrow('UnexpectedAmount');
    await wrapper.write(alice, 'deposit', 0n, alice);
  });

  test('error: an asset that keeps a part of each transfer', async () => {
    const { asset, wrapper, deployer, createDepositor } = await world.create();
    const alice = await createDepositor('alice');
    await asset.write(deployer, 'mint', wrapper.address, 1000n * million);
    await asset.write(deployer, 'setTransferFeeBps', 1n);
    await expect(wrapper.write(alice, 'deposit', 100n * million, alice)).rejects.toThrow('UnexpectedAmount');
  });

  test.each(['deposit', 'redeem'])('error: a call of %s from within a transfer', async (name) => {
    const { asset, wrapper, deployer, createDepositor } = await world.create();
    const alice = await createDepositor('alice');
    await wrapper.write(alice, 'deposit', 100n * million, alice);
    const args = name === 'deposit' ? [0n, alice] : [0n, alice, asset.address];
    await asset.write(deployer, 'setHook', wrapper.address, wrapper.encode(name, ...args));
    await expect(wrapper.write(alice, 'deposit', million, alice)).rejects.toThrow('ReentrancyGuardReentrantCall');
    await expect(wrapper.write(alice, 'withdraw', million, alice, alice)).rejects.toThrow(
      'ReentrancyGuardReentrantCall',
    );
  });
});

describe('addresses', () => {
  test('default: the splitter is the first contract that the wrapper made', async () => {
    const { wrapper, splitter } = await world.create();
    expect(splitter.address).toBe(getContractAddress({ from: wrapper.address, nonce: 1n }));
    expect(await splitter.read('wrapper')).toBe(wrapper.address);
  });

  test('error: the same wrapper cannot be deployed twice', async () => {
    const { vault } = await world.create();
    await expect(world.deployWrapper(vault.address, { clientFeeBps: 1000n, serviceFeeBps: 500n })).rejects.toThrow(
      'reverted',
    );
  });
});
