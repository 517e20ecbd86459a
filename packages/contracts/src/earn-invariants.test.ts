import { effort, repetitions } from '@mintmark/testing/effort';
import type { Hex } from 'viem';
import { afterAll, describe, expect, test } from 'vitest';
import { type Earn, startWorld } from '../test/earn-world.ts';

const world = await startWorld();
afterAll(() => world[Symbol.asyncDispose]());

const steps = repetitions({ usual: 20, full: 60 });

/** Shares that somebody got for assets at one moment. */
interface Lot {
  readonly owner: Hex;
  shares: bigint;
  assets: number;
  /** What the vault behind said a share was worth then, and at most since then. */
  readonly quote: number;
  highestQuote: number;
}

/** The Mulberry32 generator: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function walk(seed: number, options: { decimals: number; vaultOffset: number; feeBps: number }): Promise<void> {
  const random = createRandom(seed);
  const earn = await world.create({
    ...options,
    clientFeeBps: BigInt(options.feeBps) - 100n,
    serviceFeeBps: 100n,
  });
  const { wrapper, vault, splitter, deployer } = earn;
  const unit = 10n ** BigInt(options.decimals);
  const owners = await Promise.all(['alice', 'bob', 'carol'].map((name) => earn.createDepositor(name, 10n ** 30n)));
  const amount = () => 1n + (BigInt(Math.floor(random() * 1e9)) * unit) / BigInt(10 ** Math.floor(random() * 9));
  let lots: Lot[] = [];
  const probe = 10n ** (BigInt(await vault.read('decimals')) + 12n);
  const quote = async () => Number(await vault.read('convertToAssets', probe));

  const take = (owner: Hex, shares: bigint, held: bigint): void => {
    for (const lot of lots.filter((each) => each.owner === owner)) {
      const left = lot.shares - (lot.shares * shares) / held;
      lot.assets *= Number(left) / Number(lot.shares);
      lot.shares = left;
    }
    lots = lots.filter((lot) => lot.shares > 0n);
  };

  const actions: Record<string, (owner: Hex) => Promise<void>> = {
    async deposit(owner) {
      const assets = amount();
      const expected = await wrapper.read('previewDeposit', assets);
      const shares = await wrapper.write(owner, 'deposit', assets, owner);
      expect(shares).toBe(expected);
      const now = await quote();
      lots.push({ owner, shares, assets: Number(assets), quote: now, highestQuote: now });
    },
    async mint(owner) {
      const shares = await wrapper.read('previewDeposit', amount());
      const expected = await wrapper.read('previewMint', shares);
      const assets = await wrapper.write(owner, 'mint', shares, owner);
      expect(assets).toBe(expected);
      const now = await quote();
      lots.push({ owner, shares, assets: Number(assets), quote: now, highestQuote: now });
    },
    async withdraw(owner) {
      const held = await wrapper.read('balanceOf', owner);
      const max = await wrapper.read('maxWithdraw', owner);
      const assets = random() < 0.3 ? max : (max * BigInt(Math.floor(random() * 1000))) / 1000n;
      const expected = await wrapper.read('previewWithdraw', assets);
      const shares = await wrapper.write(owner, 'withdraw', assets, owner, owner);
      expect(shares).toBe(expected);
      if (held > 0n) take(owner, shares, held);
    },
    async redeem(owner) {
      const held = await wrapper.read('balanceOf', owner);
      const shares = random() < 0.3 ? held : (held * BigInt(Math.floor(random() * 1000))) / 1000n;
      const expected = await wrapper.read('previewRedeem', shares);
      expect(await wrapper.write(owner, 'redeem', shares, owner, owner)).toBe(expected);
      if (held > 0n) take(owner, shares, held);
    },
    async gain() {
      const total = await vault.read('totalAssets');
      await earn.gain((total * BigInt(Math.floor(random() * 80))) / 1000n);
    },
    async lose() {
      const total = await vault.read('totalAssets');
      await earn.lose((total * BigInt(Math.floor(random() * 150))) / 1000n);
    },
    async release(owner) {
      const name = random() < 0.5 ? 'Client' : 'Service';
      const claimable = await splitter.read(`claimable${name}Fee`);
      expect(await splitter.write(owner, `release${name}Fee`)).toBe(claimable);
    },
    accrue: async (owner) => void (await wrapper.write(owner, 'accrueFees')),
    others: async (owner) => void (await vault.write(owner, 'deposit', amount(), deployer)),
  };
  const names = Object.keys(actions);

  for (let step = 0; step < steps; step++) {
    const name = names[Math.floor(random() * names.length)] ?? 'gain';
    const owner = owners[Math.floor(random() * owners.length)] as Hex;
    const marked = await wrapper.read('highWaterPrice');
    const supply = await wrapper.read('totalSupply');
    await actions[name]?.(owner);
    if (supply > 0n) expect(await wrapper.read('highWaterPrice')).toBeGreaterThanOrEqual(marked);
    const now = await quote();
    for (const lot of lots) lot.highestQuote = Math.max(lot.highestQuote, now);
    await checkClaims(earn, owners);
    await checkLots(earn, lots, now, options.feeBps / 10_000);
  }
}

/** All claims together never exceed what there is. */
async function checkClaims({ wrapper, splitter }: Earn, owners: readonly Hex[]): Promise<void> {
  const claims = await Promise.all([
    ...owners.map((owner) => wrapper.read('maxWithdraw', owner)),
    splitter.read('claimableClientFee'),
    splitter.read('claimableServiceFee'),
  ]);
  const sum = claims.reduce((total, claim) => total + claim, 0n);
  expect(sum).toBeLessThanOrEqual(await wrapper.read('totalAssets'));
}

/**
 * A lot is worth at most what the vault made of it. Fees take most if they are taken all the time: then the value grows by the power
 * of 1 - fee, up to the highest price. So a lot never loses more than that, and never a part of what was deposited.
 */
async function checkLots({ wrapper }: Earn, lots: readonly Lot[], now: number, fee: number): Promise<void> {
  for (const { shares, assets, quote, highestQuote } of lots) {
    const worth = Number(await wrapper.read('previewRedeem', shares));
    const gross = assets * (now / quote);
    const rounding = 4 + gross * 1e-9;
    expect(worth).toBeLessThanOrEqual(gross + rounding);
    expect(worth).toBeGreaterThanOrEqual(gross * (highestQuote / quote) ** -fee - rounding);
  }
}

describe('random sequences', () => {
  const worlds = [
    { decimals: 6, vaultOffset: 0, feeBps: 1500 },
    { decimals: 6, vaultOffset: 12, feeBps: 4100 },
    { decimals: 18, vaultOffset: 0, feeBps: 1000 },
    { decimals: 18, vaultOffset: 6, feeBps: 200 },
  ];
  test.each(worlds.map((options, index) => ({ seed: effort.seed + index, ...options })))(
    'behavior: claims are covered, and fees are taken from gains only: %o',
    ({ seed, ...options }) => walk(seed, options),
  );
});
