import { createP256Stamper } from '@mintmark/stamper';

const key = {
  privateKey: '0000000000000000000000000000000000000000000000000000000000000001',
  publicKey: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
};

/** Which crypto the export conditions of the stamper chose, detected by observing WebCrypto's sign. */
export default async function run(): Promise<string> {
  const { sign } = SubtleCrypto.prototype;
  let choice = 'node:crypto';
  SubtleCrypto.prototype.sign = function (this: SubtleCrypto, ...args: Parameters<typeof sign>) {
    choice = 'WebCrypto';
    return sign.apply(this, args);
  };
  await createP256Stamper(key).stamp('{}');
  SubtleCrypto.prototype.sign = sign;
  return choice;
}
