// Spark's library takes 300 MB, so it is not installed with the workspace. This program records what it encodes:
//
//   npm install --prefix /tmp/spark --ignore-scripts @buildonspark/spark-sdk@0.8.8
//   npx node src/record-spark.ts /tmp/spark
//
// Put what it prints into spark-recording.ts.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { publicKeys } from './public-keys.ts';
import { digestAddresses, recordedKeys } from './spark-recording.ts';

interface SparkLibrary {
  encodeSparkAddress(payload: { readonly identityPublicKey: string; readonly network: string }): string;
}

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('name the directory in which @buildonspark/spark-sdk is installed');
const { encodeSparkAddress }: SparkLibrary = createRequire(join(resolve(directory), 'package.json'))(
  '@buildonspark/spark-sdk',
);

const keys = publicKeys('CURVE_SECP256K1', recordedKeys).map(({ bytes }) => Buffer.from(bytes).toString('hex'));
for (const network of ['MAINNET', 'REGTEST']) {
  const addresses = keys.map((identityPublicKey) => encodeSparkAddress({ identityPublicKey, network }));
  console.log({ network, first: addresses[0], digest: digestAddresses(addresses) });
}
