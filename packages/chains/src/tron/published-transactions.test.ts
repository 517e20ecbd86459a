import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { encodeTron } from '../addresses/tron.ts';
import { readTronTransaction } from './read-tron-transaction.ts';
import type { TronTransaction } from './tron-transaction.ts';

/** A transaction that the developers of TRON have published. */
interface Published {
  readonly source: string;
  readonly raw: string;
  /** The SHA-256 of the raw data. */
  readonly id: string;
  readonly content: TronTransaction;
  /** Who signed it, and r, s and the parity of R. */
  readonly signatures: readonly (readonly [signer: string, signature: string])[];
}

const bytesOf = hexToBytes;
const signer = { publicKey: secp256k1.Point.BASE.toBytes() };

const published: readonly Published[] = [
  {
    source: "java-tron's documentation, createtransaction",
    raw: '0a0229272208939ece39d08a7abe40d8c483c1dd335a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a1541dd791d6b49e190062d650e6a23c575510d35f2f912154192ad11c1bf16b3b14b0bd6b5c7e2db73a0b5e83a18c0843d70d68780c1dd33',
    id: '6303c7639f591407ef9f34a7ac8c9c9a21151f5a6af21924502515734fc267ab',
    content: {
      refBlockBytes: '2927',
      refBlockHash: '939ece39d08a7abe',
      expiration: 1_777_447_527_000n,
      data: '',
      contract: [
        {
          type: 'TransferContract',
          permissionId: 0,
          ownerAddress: 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp',
          toAddress: 'TPLkz8rzTT7gKRS1bUm3hBcvw1EExAbKTV',
          amount: 1_000_000n,
        },
      ],
      timestamp: 1_777_447_470_038n,
      feeLimit: 0n,
    },
    signatures: [],
  },
  {
    source: "java-tron's documentation, triggersmartcontract",
    raw: '0a0228c32208ce6d34028278856940f89cf1c0dd335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a1541dd791d6b49e190062d650e6a23c575510d35f2f9121541eca9bc828a3005b9a3b909f2cc5c2a54794de05f2244a9059cbb000000000000000000000000088a2bfcb1c7271029fd69a66859d5556089588400000000000000000000000000000000000000000000000000000000000000647089d0edc0dd33900180c2d72f',
    id: '8c621a0dc9bd4d405b20d0a43143955b9f546f98bbfde1aec295a65b0f925629',
    content: {
      refBlockBytes: '28c3',
      refBlockHash: 'ce6d340282788569',
      expiration: 1_777_447_227_000n,
      data: '',
      contract: [
        {
          type: 'TriggerSmartContract',
          permissionId: 0,
          ownerAddress: 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp',
          contractAddress: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
          callValue: 0n,
          data: 'a9059cbb000000000000000000000000088a2bfcb1c7271029fd69a66859d555608958840000000000000000000000000000000000000000000000000000000000000064',
          callTokenValue: 0n,
          tokenId: 0n,
        },
      ],
      timestamp: 1_777_447_168_009n,
      feeLimit: 100_000_000n,
    },
    signatures: [],
  },
  {
    source: "java-tron's documentation, freezebalancev2",
    raw: '0a02283b220851bf0b88daaaea3740b8a9d8c0dd335a5b083612570a34747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e467265657a6542616c616e63655632436f6e7472616374121f0a1541dd791d6b49e190062d650e6a23c575510d35f2f9108094ebdc03180170d8e7d4c0dd33',
    id: '081256264131fbc9f3d4686aab15ae69c0e77b39d276367c11a7ab13e39747ec',
    content: {
      refBlockBytes: '283b',
      refBlockHash: '51bf0b88daaaea37',
      expiration: 1_777_446_819_000n,
      data: '',
      contract: [
        {
          type: 'FreezeBalanceV2Contract',
          permissionId: 0,
          ownerAddress: 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp',
          frozenBalance: 1_000_000_000n,
          resource: 'ENERGY',
        },
      ],
      timestamp: 1_777_446_761_432n,
      feeLimit: 0n,
    },
    signatures: [],
  },
  {
    source: "java-tron's documentation, accountpermissionupdate",
    raw: '0a02270b2208d95e28e9c4c8af7340c8a5a0c0dd335ad001082e12cb010a3c747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e4163636f756e745065726d697373696f6e557064617465436f6e7472616374128a010a1541dd791d6b49e190062d650e6a23c575510d35f2f912241a056f776e657220013a190a1541dd791d6b49e190062d650e6a23c575510d35f2f91001224b080210021a06616374697665200132207fff1fc0033e01000000000000000000000000000000000000000000000000003a190a1541dd791d6b49e190062d650e6a23c575510d35f2f9100170c1d69cc0dd33',
    id: 'beb8e742fc1f345a9eed45456e54cb3eba4ec286845b57a89bc8638e2e6a8dad',
    content: {
      refBlockBytes: '270b',
      refBlockHash: 'd95e28e9c4c8af73',
      expiration: 1_777_445_901_000n,
      data: '',
      contract: [
        {
          type: 'AccountPermissionUpdateContract',
          permissionId: 0,
          ownerAddress: 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp',
          owner: {
            type: 'Owner',
            id: 0,
            permissionName: 'owner',
            threshold: 1n,
            parentId: 0,
            operations: '',
            keys: [{ address: 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp', weight: 1n }],
          },
          witness: undefined,
          actives: [
            {
              type: 'Active',
              id: 2,
              permissionName: 'active',
              threshold: 1n,
              parentId: 0,
              operations: '7fff1fc0033e0100000000000000000000000000000000000000000000000000',
              keys: [{ address: 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp', weight: 1n }],
            },
          ],
        },
      ],
      timestamp: 1_777_445_841_729n,
      feeLimit: 0n,
    },
    signatures: [],
  },
  {
    source: 'the README of wallet-cli, getTransactionSignWeight',
    raw: '0a020318220860e195d3609c86614096eadec79d2d5a6e080112680a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412370a1541a7d8a35b260395c14aa456297662092ba3b76fc01215415a523b449890854c8fc460ab602df9f31fe4293f18808084fea6dee11128027094bcb8bd9d2d',
    id: '7da63b6a1f008d03ef86fa871b24a56a501a8bbf15effd7aca635de6c738df4b',
    content: {
      refBlockBytes: '0318',
      refBlockHash: '60e195d3609c8661',
      expiration: 1_554_123_306_262n,
      data: '',
      contract: [
        {
          type: 'TransferContract',
          permissionId: 2,
          ownerAddress: 'TRGhNNfnmgLegT4zHNjEqDSADjgmnHvubJ',
          toAddress: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
          amount: 10_000_000_000_000_000n,
        },
      ],
      timestamp: 1_554_101_706_260n,
      feeLimit: 0n,
    },
    signatures: [
      [
        'TKwhcDup8L2PH5r6hxp5CQvQzZqJLmKvZP',
        'c18ca91f1533ecdd83041eb0005683c4a39a2310ec60456b1f0075b4517443cf4f601a69788f001d4bc03872e892a5e25c618e38e7b81b8b1e69d07823625c2b01',
      ],
      [
        'TNhXo1GbRNCuorvYu5JFWN3m2NYr9QQpVR',
        '3d61eb0f8868990cfa138b19878e607af957c37b51961d8be16168d7796675384e24043d121d01569895fcc7deb37648c59f538a8909115e64da167ff659c26101',
      ],
    ],
  },
  {
    source: 'the README of wallet-cli, freezeBalanceV2',
    raw: '0a020000220819b59068c6058ff440d8ada5afd1305a5c083612580a34747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e467265657a6542616c616e63655632436f6e747261637412200a154159e3741a68ec3e1ebba80ad809d5ccd31674236e1080809aa6eaafe30170d4fffea4d130',
    id: '82244829971b4235d98a9f09ba67ddb09690ac2f879ad93e09ba3ec1ab29177d',
    content: {
      refBlockBytes: '0000',
      refBlockHash: '19b59068c6058ff4',
      expiration: 1_671_109_891_800n,
      data: '',
      contract: [
        {
          type: 'FreezeBalanceV2Contract',
          permissionId: 0,
          ownerAddress: 'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
          frozenBalance: 1_000_000_000_000_000n,
          resource: 'BANDWIDTH',
        },
      ],
      timestamp: 1_671_088_291_796n,
      feeLimit: 0n,
    },
    signatures: [
      [
        'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
        '4faa3772fa3d3e4792e8126cafed2dc2c5c069cd09c29532f0119bc982bf356004772e16fad86e401f5818c35b96d214d693efab06997ca2f07044d4494f12fd01',
      ],
    ],
  },
  {
    source: 'the README of wallet-cli, unfreezeBalanceV2',
    raw: '0a020000220819b59068c6058ff440f19e89b4d1305a5a083712560a36747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e556e667265657a6542616c616e63655632436f6e7472616374121c0a154159e3741a68ec3e1ebba80ad809d5ccd31674236e10c0a8a50470ebf0e2a9d130',
    id: 'dcfea1d92fc928d24c88f7f71a03ae8105d0b5b112d6d48be93d3b9c73bea634',
    content: {
      refBlockBytes: '0000',
      refBlockHash: '19b59068c6058ff4',
      expiration: 1_671_119_916_913n,
      data: '',
      contract: [
        {
          type: 'UnfreezeBalanceV2Contract',
          permissionId: 0,
          ownerAddress: 'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
          unfreezeBalance: 9_000_000n,
          resource: 'BANDWIDTH',
        },
      ],
      timestamp: 1_671_098_316_907n,
      feeLimit: 0n,
    },
    signatures: [
      [
        'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
        'f73a278f742c11e8e5ede693ca09b0447a804fcb28ea2bfdfd8545bb05da7be44bd08cfaa92bd4d159178f763fcf753f28d5296bd0c3d4557532cce3b256b9da00',
      ],
    ],
  },
  {
    source: 'the README of wallet-cli, delegateResource',
    raw: '0a020000220819b59068c6058ff440daf691b4d1305a720839126e0a35747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e44656c65676174655265736f75726365436f6e747261637412350a154159e3741a68ec3e1ebba80ad809d5ccd31674236e1880ade2042215419a9afe56e155ef0ff3f680d00ecf19deff60bdca280170d0c8eba9d130',
    id: '363ac0b82b6ad3e0d3cad90f7d72b3eceafe36585432a3e013389db36152b6ed',
    content: {
      refBlockBytes: '0000',
      refBlockHash: '19b59068c6058ff4',
      expiration: 1_671_120_059_226n,
      data: '',
      contract: [
        {
          type: 'DelegateResourceContract',
          permissionId: 0,
          ownerAddress: 'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
          resource: 'BANDWIDTH',
          balance: 10_000_000n,
          receiverAddress: 'TQ4gjjpAjLNnE67UFbmK5wVt5fzLfyEVs3',
          lock: true,
          lockPeriod: 0n,
        },
      ],
      timestamp: 1_671_098_459_216n,
      feeLimit: 0n,
    },
    signatures: [
      [
        'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
        '1f57fd78456136faadc5091b47f5fd27a8e1181621e49129df6a4062499429fb48ee72e5f9a9ff5bfb7f2575f01f4076f7d4b89ca382d36af46a6fa4bc749f4301',
      ],
    ],
  },
  {
    source: 'the README of wallet-cli, unDelegateResource',
    raw: '0a020000220819b59068c6058ff4408b9aa3b4d1305a71083a126d0a37747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e556e44656c65676174655265736f75726365436f6e747261637412320a154159e3741a68ec3e1ebba80ad809d5ccd31674236e18c0843d2215419a9afe56e155ef0ff3f680d00ecf19deff60bdca7088ecfca9d130',
    id: 'feb334794cf361fd351728026ccf7319e6ae90eba622b9eb53c626cdcae4965c',
    content: {
      refBlockBytes: '0000',
      refBlockHash: '19b59068c6058ff4',
      expiration: 1_671_120_342_283n,
      data: '',
      contract: [
        {
          type: 'UnDelegateResourceContract',
          permissionId: 0,
          ownerAddress: 'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
          resource: 'BANDWIDTH',
          balance: 1_000_000n,
          receiverAddress: 'TQ4gjjpAjLNnE67UFbmK5wVt5fzLfyEVs3',
        },
      ],
      timestamp: 1_671_098_742_280n,
      feeLimit: 0n,
    },
    signatures: [
      [
        'TJAVcszse667FmSNCwU2fm6DmfM5D4AyDh',
        '85a41a4e44780ffbe0841a44fd71cf621f129d98e84984cfca68e03364f781aa7f9d44177af0b40d82da052feec9f47a399ed6e51be66c5db07cb13477dcde8c01',
      ],
    ],
  },
];

test.each(published)('default: $source', ({ raw, id, content }) => {
  const transaction = readTronTransaction(bytesOf(raw), signer);
  expect(transaction.content).toEqual(content);
  expect(transaction.requests).toEqual([{ scheme: 'ecdsa', message: bytesOf(id) }]);
});

const signed = published.flatMap(({ signatures, ...transaction }) =>
  signatures.map(([address, signature]) => ({ ...transaction, address, signature })),
);

test.each(signed)('behavior: $address signed what we let a key sign, $source', ({ raw, address, signature }) => {
  const [request] = readTronTransaction(bytesOf(raw), signer).requests;
  const recovered = secp256k1.Signature.fromBytes(
    bytesOf(`${signature.slice(-2)}${signature.slice(0, 128)}`),
    'recovered',
  );
  expect(encodeTron(recovered.recoverPublicKey(request?.message as Uint8Array).toBytes())).toBe(address);
});

test.each(signed)('behavior: the signature of $address follows the raw data, $source', ({ raw, signature }) => {
  const parity = signature.endsWith('01') ? 1 : 0;
  const encoded = readTronTransaction(bytesOf(raw), signer).sign([{ bytes: bytesOf(signature.slice(0, 128)), parity }]);
  const length = raw.length / 2;
  // A varint: below 256, a second byte says whether the top bit of the first is part of the number.
  const prefix = `0a${length.toString(16)}${length < 128 ? '' : '01'}`;
  // Libraries write the parity as 27 or 28, nodes as 0 or 1; nodes accept both.
  const end = `1241${signature.slice(0, 128)}${parity ? '1c' : '1b'}`;
  expect(bytesToHex(encoded)).toBe(`${prefix}${raw}${end}`);
});
