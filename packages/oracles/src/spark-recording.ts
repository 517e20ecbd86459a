import { createHash } from 'node:crypto';

/** What a library encoded, outside of this workspace, for the first keys of a curve: see record-spark.ts. */
export interface Recording {
  readonly library: string;
  readonly first: string;
  readonly digest: string;
}

/** How many addresses a recording is made from. */
export const recordedKeys = 1000;

/** The SHA-256 of addresses, each followed by a line feed. */
export const digestAddresses = (addresses: readonly string[]): string =>
  createHash('sha256')
    .update(addresses.map((address) => `${address}\n`).join(''))
    .digest('hex');

const library = '@buildonspark/spark-sdk 0.8.8';

export const sparkMainnet: Recording = {
  library,
  first: 'spark1pgss9pjnvu80ttkycjvjkvv7uzw55kxjfpudfmnjsw3rem887p0m6ss7fnnxez',
  digest: '144e7145e9fd9ead27f8a83c7a9325c985e1ca627972b5c6f7e7a819c1af0d64',
};
export const sparkRegtest: Recording = {
  library,
  first: 'sparkrt1pgss9pjnvu80ttkycjvjkvv7uzw55kxjfpudfmnjsw3rem887p0m6ss7m4a64a',
  digest: '4596b59852fc31cee0caa7e8600e9eb20e966585b01d320d97d2054953d57e8f',
};
