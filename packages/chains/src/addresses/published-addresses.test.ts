import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { type AddressFormat, addressFormats, type Curve, encodeAddress } from './address-formats.ts';
import { toChecksumHex } from './ethereum.ts';
import { encodeSegwit } from './segwit-address.ts';

const bytesOf = hexToBytes;

/** The public key of the private key 1. */
const generator = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/** Source, format without its prefix, public key, address. */
const published: readonly (readonly [string, string, string, string])[] = [
  [
    'BIP-49',
    'BITCOIN_TESTNET_P2SH',
    '03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f',
    '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
  ],
  [
    'BIP-84',
    'BITCOIN_MAINNET_P2WPKH',
    '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  ],
  [
    'BIP-84',
    'BITCOIN_MAINNET_P2WPKH',
    '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ],
  [
    'BIP-84',
    'BITCOIN_MAINNET_P2WPKH',
    '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6',
    'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  ],
  [
    'BIP-86',
    'BITCOIN_MAINNET_P2TR',
    '02cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
  [
    'BIP-86',
    'BITCOIN_MAINNET_P2TR',
    '0283dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145',
    'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
  ],
  [
    'BIP-86',
    'BITCOIN_MAINNET_P2TR',
    '02399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef',
    'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
  ],
  ['BIP-173', 'BITCOIN_MAINNET_P2WPKH', generator, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BIP-173', 'BITCOIN_TESTNET_P2WPKH', generator, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['BIP-173', 'BITCOIN_MAINNET_P2WSH', generator, 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BIP-173', 'BITCOIN_TESTNET_P2WSH', generator, 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
  ['private key 1', 'BITCOIN_MAINNET_P2PKH', generator, '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
  ['private key 1', 'BITCOIN_TESTNET_P2PKH', generator, 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r'],
  ['private key 1', 'DOGE_MAINNET', generator, 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE'],
  ['private key 1', 'ETHEREUM', generator, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
  ['private key 1', 'TRON', generator, 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'],
  [
    'CosmJS',
    'COSMOS',
    '02d41a0aa167b21699429eab224bc03f2cd386f0af5d20cefbd0336f1544aea24f',
    'cosmos1h806c7khnvmjlywdrkdgk2vrayy2mmvf9rxk2r',
  ],
  [
    'XRPL genesis account',
    'XRP',
    '0330e7fc9d56bb25d6893ba3f317ae5bcf33b3291bd63db32654a313222f7fd020',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  ],
  [
    'SEP-23',
    'XLM',
    '3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  ],
  ['Solana system program', 'SOLANA', '00'.repeat(32), '1'.repeat(32)],
  [
    'Sui keytool',
    'SUI',
    '22647feeef363060bd4205a1671a15f10a1236765918b1b5f638d82f33cfc469',
    '0xa2d14fad60c56049ecf75246a481934691214ce413e6a8ae2fe6834c173a6133',
  ],
  [
    'Aptos TypeScript SDK',
    'APTOS',
    'de19e5d1880cac87d57484ce9ed2e84cf0f9599f12e7cc3a52e4e7657a763f2c',
    '0x978c213990c4833df71548df7ce49d54c759d6b6d932de22b24d56060b7af2aa',
  ],
];

test.each(published)('behavior: %s, %s of %s', (_, name, publicKey, address) => {
  const format = `ADDRESS_FORMAT_${name}` as AddressFormat;
  const [curve] = Object.keys(addressFormats[format]) as [Curve];
  expect(encodeAddress(format, { curve, bytes: bytesOf(publicKey) })).toBe(address);
});

test.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('behavior: EIP-55, %s', (address) => {
  expect(toChecksumHex(bytesOf(address.slice(2)))).toBe(address);
});

test('behavior: BIP-350, a witness program of version 1', () => {
  expect(encodeSegwit('bc', 1, bytesOf(generator.slice(2)))).toBe(
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  );
});
