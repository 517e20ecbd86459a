/**
 * The cast of the examples: one organization, its people and their keys. Every key is a real point, every address has a
 * valid checksum, every token and bundle decodes; all of them come from published or throw-away secrets.
 */

import type { z } from 'zod';
import type { Activity } from './define/envelope.ts';
import type { ApiKey } from './fields/credentials/api-key.ts';
import type { Authenticator, AuthenticatorParams } from './fields/credentials/authenticator.ts';
import type { User } from './fields/users/user.ts';
import type { WalletParams } from './fields/wallets/wallet.ts';

export const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
export const organizationName = 'Analytical Engines';
export const subOrganizationId = 'c41f08b7-9e2d-4a63-b5d0-87f6a3e1c294';
export const userId = 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14';
export const userName = 'Ada Lovelace';
export const userEmail = 'ada@example.com';
export const userPhoneNumber = '+15555550123';
/** A second user of the organization. */
export const otherUserId = '8bf60b6c-3522-42d0-8ab2-4d589635f950';
export const userTagId = '57d0c3e9-4b16-4f8a-92e7-a8c6b1f0d345';
export const activityId = '0199c3a4-7e51-7b26-9d0c-4a8f3b1e6d72';
export const walletId = 'e2c7a9d4-3b58-4f16-a08d-71b5c9e3f24a';

export const timestampMs = '1767225600000';
export const rfc3339 = '2026-01-01T00:00:00.000Z';
export const timestamp = { seconds: '1767225600', nanos: '0' };

/** The hash of the body that deletes the user tag. */
export const fingerprint = 'sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2';

/** The activity of that body. */
export const activity = {
  id: activityId,
  organizationId,
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_DELETE_USER_TAGS',
  intent: { deleteUserTagsIntent: { userTagIds: [userTagId] } },
  result: { deleteUserTagsResult: { userTagIds: [userTagId], userIds: [userId] } },
  votes: [],
  fingerprint,
  canApprove: false,
  canReject: false,
  createdAt: rfc3339,
  updatedAt: rfc3339,
} satisfies z.input<typeof Activity>;

export const walletAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const wallet = {
  walletName: 'Treasury',
  accounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
  ],
  mnemonicLength: 12,
} satisfies z.input<typeof WalletParams>;
export const vaultAddress = '0x608F424DeAF55F3F8Ea29199C30B2c2a7aD03cB7';
export const wrapperAddress = '0xbF7F17371262F4d4d3cB4943a52083b142F5A44e';
export const feeReceiverAddress = '0x32c5AF2efBa1B596aDd3D82C06aE7def1E73642f';
export const counterpartyAddress = '0x91120bA67a1Dc898776A800581F44F18C035A45f';
export const stablecoinAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const stablecoin = `eip155:1/erc20:${stablecoinAddress}`;
export const ether = 'eip155:1/slip44:60';

export const sessionPublicKey = '022b6dfbaa8d7986908c71c7593413bde35a9858280b16cf59e928c2993656d3c5';
export const targetPublicKey =
  '044728d1fb1ee15aa01c155afc00faaa883542fdc7018f31cda2fa2ee557e3a62096185ba6135b5c5fa93e22fc1a8f53ef8271f162e5d8e9caa5573c8e98d48067';
const signerPublicKey =
  '043f9bff48808e7a87a7b75dd4243c3d87067e76b3514a17feebdaadaaf5d70af31b96edc42bdfea1d1503539aac33b75c91fcc088ac69374df2d485bb7fcecdbe';

export const apiKey = {
  apiKeyName: 'Deploy key',
  publicKey: '026256b6b20b1d35f2e1d1a1af05b07402fa06d7eb3bbaeea8513153963152ab5d',
  curveType: 'API_KEY_CURVE_P256',
} as const;

export const authenticator = {
  authenticatorName: 'Laptop',
  challenge: 'jrgEriRY4yXvTWvwhS-nyvnqyf9yzmjgXozVF7k2SFY',
  attestation: {
    credentialId: 'n6LVELN7iSF5ZWcJqgpATFzcd-NM8x3OyadsHiUQ3X4',
    clientDataJson:
      'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoianJnRXJpUlk0eVh2VFd2d2hTLW55dm5xeWY5eXptamdYb3pWRjdrMlNGWSIsIm9yaWdpbiI6Imh0dHBzOi8vYXBwLmV4YW1wbGUuY29tIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
    attestationObject:
      'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikKAWYKbEFHwTvAxGQZ8DOCeBSd2EokPjgh08djs4a4DRFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIJ-i1RCze4kheWVnCaoKQExc3HfjTPMdzsmnbB4lEN1-pQECAyYgASFYIKRfM3sdgQPTsmFF8jDAkKPZP7pwqsY0_-98Qn4XXEw-IlggGKznA2J2ZPsK9bOfxdfAWZKxdp71tPDPxoKLzCP10tc',
    transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'],
  },
} satisfies z.input<typeof AuthenticatorParams>;

/** What the service keeps of the API key. */
export const apiKeyRecord = {
  credential: { publicKey: apiKey.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  apiKeyId: '64d6cd56-e57a-4995-a1d0-a89123c55a0e',
  apiKeyName: apiKey.apiKeyName,
  createdAt: timestamp,
  updatedAt: timestamp,
} satisfies z.input<typeof ApiKey>;

/** What the service keeps of the passkey. */
export const authenticatorRecord = {
  transports: authenticator.attestation.transports,
  attestationType: 'none',
  aaguid: 'AAAAAAAAAAAAAAAAAAAAAA',
  credentialId: authenticator.attestation.credentialId,
  model: 'Passkey',
  credential: {
    publicKey:
      'pQECAyYgASFYIKRfM3sdgQPTsmFF8jDAkKPZP7pwqsY0_-98Qn4XXEw-IlggGKznA2J2ZPsK9bOfxdfAWZKxdp71tPDPxoKLzCP10tc',
    type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
  },
  authenticatorId: 'f24a572b-2b6d-43ba-a1de-0be17de4fb83',
  authenticatorName: authenticator.authenticatorName,
  createdAt: timestamp,
  updatedAt: timestamp,
} satisfies z.input<typeof Authenticator>;

export const user = {
  userId,
  userName,
  userEmail,
  userPhoneNumber,
  authenticators: [authenticatorRecord],
  apiKeys: [apiKeyRecord],
  userTags: [userTagId],
  oauthProviders: [],
  createdAt: timestamp,
  updatedAt: timestamp,
} satisfies z.input<typeof User>;

export const oidcToken =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijg3YjhkNmEwZjAwZDdkN2QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUuY29tIiwic3ViIjoiMjQ4Mjg5NzYxMDAxIiwiYXVkIjoibWludG1hcmstZGVtbyIsImV4cCI6MTc2NzIyOTIwMCwiaWF0IjoxNzY3MjI1NjAwLCJub25jZSI6ImFhMjk4MzZmMzRkZGYyMDhkYmEyMTExODczYTZhNzViY2FjZjQ0ODQwZjExYmI1N2ZkYmRlODdiYTU2NWQ2NjYifQ.5E2y_iXEs8gU6vSDt6YS8mHPTlGs8KF3N4g91NgzYMAhQ7VpqjSvBsB3s7UxRAgODMDAIin6EOuKIPSPB1Gzjw';

export const oauthProvider = { providerName: 'Example ID', oidcToken } as const;

export const verificationToken =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjQ1MDNiMzE4Y2M0YzU5OWIifQ.eyJleHAiOjE3NjcyMjkyMDAsImlkIjoiM2Q5YjJmNzEtNmEwOC00YzVlLWIxZDctOTBlNGY4YTJjNjUzIiwib3JnYW5pemF0aW9uX2lkIjoiNmYxZTdhM2MtNThkMi00YzBiLTlhNDEtMmI3ZDkwYzNlNWY4IiwidmVyaWZpY2F0aW9uX3R5cGUiOiJPVFBfVFlQRV9FTUFJTCIsImNvbnRhY3QiOiJhZGFAZXhhbXBsZS5jb20iLCJwdWJsaWNfa2V5IjoiMDIyYjZkZmJhYThkNzk4NjkwOGM3MWM3NTkzNDEzYmRlMzVhOTg1ODI4MGIxNmNmNTllOTI4YzI5OTM2NTZkM2M1In0.FbS4I8RhDx0G5hFE8SnVy3cMJvKI1_xeSyON7q_JEWdlgGmZrEEwOC9w28dlWA2GKkeV4iD0mNBVdeG60GYd8A';

export const loginSignature = {
  publicKey: sessionPublicKey,
  scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
  message: `{"login":{"publicKey":"${sessionPublicKey}"},"tokenId":"3d9b2f71-6a08-4c5e-b1d7-90e4f8a2c653","type":"USAGE_TYPE_LOGIN"}`,
  signature:
    '9e87d601c7d1095b132284463441a400fa9e5c33858effbee47d5d9726036f016d873e1f68032e5aa60c9c2419bb12c436caf4af3c9e07a2ab6360956524a7d8',
} as const;

export const session =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6Ijc1NTFhNGM3NjVlYjc3MGEifQ.eyJleHAiOjE3NjcyMjY1MDAsInB1YmxpY19rZXkiOiIwMjJiNmRmYmFhOGQ3OTg2OTA4YzcxYzc1OTM0MTNiZGUzNWE5ODU4MjgwYjE2Y2Y1OWU5MjhjMjk5MzY1NmQzYzUiLCJzZXNzaW9uX3R5cGUiOiJTRVNTSU9OX1RZUEVfUkVBRF9XUklURSIsInVzZXJfaWQiOiJiOGQ0ZjZhMi0xYzkzLTRlNzUtOGYwYS1kMzZlNWM3YjlhMTQiLCJvcmdhbml6YXRpb25faWQiOiI2ZjFlN2EzYy01OGQyLTRjMGItOWE0MS0yYjdkOTBjM2U1ZjgifQ.QZYmrAT6UKUyxynmwoX1AUUh-Tr6OS2v26gP2fcDtU0oOdy_f6OuSbqVXM9OL-NzTsRGQrk_02EOyEQLItmDRg';

export const credentialBundle =
  'zVfePdZ5MGPZ4vtKJ3dwPFPB4osZeNgfDj2Ti3gx8Cro1MNvqSj4ZA1YCWfjbQWU9EtTEWJqMTH1QgSiqLAgyTyUrfpqne1w6DW32L1wPMxrRnf4UjY';

/** A message of the service that is signed by its signer key: the form of export and import bundles. */
const signedBundle = (data: string, dataSignature: string) =>
  JSON.stringify({ version: 'v1.0.0', data, dataSignature, enclaveQuorumPublic: signerPublicKey });

export const exportBundle = signedBundle(
  '7b22656e6361707065645075626c6963223a2230343566343132326538333334323739366162386138366337656265656131323562613866613136656462323135336235393831373738633538653431646233633566356365386237646362353232313132373433366332613732306436326436323237323030643934386531306632363432363436656134396265383839653062222c2263697068657274657874223a22336231613535326466313033663065343961666136343834626465633833626134613430303736616630343836373062613137363438323264643639633634636537306265666334303162373932313461343039393962336334643433343939222c226f7267616e697a6174696f6e4964223a2236663165376133632d353864322d346330622d396134312d326237643930633365356638222c2261646472657373223a22307866333946643665353161616438384636463463653661423838323732373963666646623932323636222c2261637469766974794964223a2230313939633361342d376535312d376232362d396430632d346138663362316536643732222c227461726765745075626c69634b6579223a2230343437323864316662316565313561613031633135356166633030666161613838333534326664633730313866333163646132666132656535353765336136323039363138356261363133356235633566613933653232666331613866353365663832373166313632653564386539636161353537336338653938643438303637227d',
  '30440220710291f6055bc2fec0956dea6916f0075e3a5c271b90a192d4cadb00cac39bb9022004fe8b1eca34d9b286bc9121d5630f045f3f286875c72dfcdefe3d47c4340997',
);

export const importBundle = signedBundle(
  '7b227461726765745075626c6963223a2230346362653737376238343762303935373939313764386631333863383633663236623731363864316235633336643234343835303338323931343039333264323466356234313666316332323637326363303762616663386234353263333836356632343633383166376333613035353132363639613762333735333530636665222c226f7267616e697a6174696f6e4964223a2236663165376133632d353864322d346330622d396134312d326237643930633365356638222c22757365724964223a2262386434663661322d316339332d346537352d386630612d643336653563376239613134227d',
  '3045022100d061dd939db50cb8c049d25b0dfec95c331e9282445bbd626454621af15b8c6802206b057f892e1716ae7fae977519826c2af511a867320f59d8d09ae579010508bf',
);

/** What encrypting a client secret to the published client-secret key gives. */
export const encryptedClientSecret =
  '9eb435959b07b498cd859d0f0434684474539492bbe956f2cc78117a089f683c36c0b1bbcc828601cce66fd0dbabea3091c7fbc41d77394430c6e9c16eaf9ff5eca9405a7b9015508c071057e52c0000007e7248caa4fc2dbc39227346d7871941e46cf4b538ada00a98dfd005232416c2cb2bba65844a3dce16b8b19b';

export const appProof = {
  scheme: 'SIGNATURE_SCHEME_EPHEMERAL_KEY_P256',
  publicKey:
    '04b7f5797974acfe819de2ee6613f55ffd2d623edd8864e4940f635478963cdaa5980d7d9535498f5870be5bf5dfc3cf2aa2d586ec58c271c9f871902c677b80c304b9c6e2a4b6e87269699f82f2f759e6aadf0040fe17a6195becfd7bfde5b0f4a2d3c7239a60e2930ace47505ab8c4f19f4228cb732ad4736cc94ea59e5c2c06c4',
  proofPayload: JSON.stringify({
    type: 'APP_PROOF_TYPE_ADDRESS_DERIVATION',
    timestampMs,
    addressDerivationProof: {
      organizationId,
      walletId,
      derivationPath: "m/44'/60'/0'/0/0",
      address: walletAddress,
    },
  }),
  signature:
    '0874e8f5ddbf8643c2defcbabdf70715c035db8c4d371a6dbb9f8242e5d78df00ba26d4342c1f912f421fbd72b56762ca1a959e6af0a8f090077cf9ff053b771',
} as const;
