import { randomBytes, randomUUID } from 'node:crypto';
import { encodeDeployData, getAddress, getContractAddress, type Hex, slice, toHex } from 'viem';
import { expect, test } from 'vitest';
import { earnWrapper } from '../../server/src/funds/earn/generated/earn-wrapper.ts';
import { planWrapper } from '../../server/src/funds/earn/wrapper-address.ts';

const newAddress = (): Hex => getAddress(toHex(randomBytes(20)));

test('default: viem finds 100 wrappers and splitters at the planned addresses, with the planned code', () => {
  for (let count = 0; count < 100; count++) {
    const terms = {
      organizationId: randomUUID(),
      caip2: 'eip155:1',
      vaultAddress: newAddress(),
      clientFeeWallet: newAddress(),
      clientFeeBps: count * 40,
      serviceFeeWallet: newAddress(),
      serviceFeeBps: count * 10,
    };
    const { wrapperAddress, splitterAddress, data } = planWrapper(terms);
    const { vaultAddress, clientFeeWallet, clientFeeBps, serviceFeeWallet, serviceFeeBps } = terms;
    const bytecode = encodeDeployData({
      abi: earnWrapper.abi,
      bytecode: earnWrapper.creationCode,
      args: [vaultAddress, clientFeeWallet, BigInt(clientFeeBps), serviceFeeWallet, BigInt(serviceFeeBps)],
    });
    expect(slice(data as Hex, 32)).toBe(bytecode);
    const salt = slice(data as Hex, 0, 32);
    const from = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
    const wrapper = getContractAddress({ opcode: 'CREATE2', from, salt, bytecode });
    expect(wrapperAddress).toBe(wrapper);
    expect(splitterAddress).toBe(getContractAddress({ from: wrapper, nonce: 1n }));
  }
});
