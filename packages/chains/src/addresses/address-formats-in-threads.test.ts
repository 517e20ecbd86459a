import { Worker } from 'node:worker_threads';
import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { encodeAddress } from './address-formats.ts';

test('behavior: a thread can import the formats without the contract', async () => {
  const key = {
    curve: 'CURVE_SECP256K1',
    bytes: hexToBytes('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
  } as const;
  const program = `
    const { registerHooks } = require('node:module');
    const { parentPort, workerData } = require('node:worker_threads');
    const specifiers = [];
    registerHooks({
      resolve(specifier, context, next) {
        specifiers.push(specifier);
        return next(specifier, context);
      },
    });
    import(workerData.url).then(({ encodeAddress }) =>
      parentPort.postMessage({ specifiers, address: encodeAddress('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', workerData.key) }),
    );
  `;
  const worker = new Worker(program, {
    eval: true,
    workerData: { url: new URL('address-formats.ts', import.meta.url).href, key },
  });
  const { specifiers, address } = await new Promise<{ specifiers: string[]; address: string }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  expect(specifiers).toContain('tiny-secp256k1');
  expect(specifiers.filter((specifier) => /^(zod|@mintmark\/)/.test(specifier))).toEqual([]);
  expect(address).toBe(encodeAddress('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR', key));
});
