/**
 * The specification, transcribed by hand: names, members, required flags, enumerations and limits. Nothing here is taken
 * from the units, so a unit that differs from the specification fails.
 *
 * Shapes are written as in TypeScript, with members in the order of the specification. What the specification leaves
 * open is written by name.
 */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { definitionOf, lines, shapeOf } from '../test/shape-of.ts';
import { activities, examples, proxies, queries, registry } from './index.ts';

const named = ['ActivityStatus', 'Vote', 'ApiError'];

const enumerations = {
  curveType: ['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519'],
  curve: ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'],
  pathFormat: ['PATH_FORMAT_BIP32'],
  transports: [
    'AUTHENTICATOR_TRANSPORT_BLE',
    'AUTHENTICATOR_TRANSPORT_INTERNAL',
    'AUTHENTICATOR_TRANSPORT_NFC',
    'AUTHENTICATOR_TRANSPORT_USB',
    'AUTHENTICATOR_TRANSPORT_HYBRID',
  ],
  earnProvider: ['EARN_PROVIDER_ALPHA', 'EARN_PROVIDER_BETA'],
  oauth2Provider: ['OAUTH2_PROVIDER_ALPHA', 'OAUTH2_PROVIDER_BETA'],
  tagType: ['TAG_TYPE_USER', 'TAG_TYPE_PRIVATE_KEY'],
  caip2: [
    'eip155:1',
    'eip155:11155111',
    'eip155:8453',
    'eip155:84532',
    'eip155:137',
    'eip155:80002',
    'eip155:42161',
    'eip155:4217',
    'eip155:42431',
    'eip155:421614',
    'eip155:56',
    'eip155:97',
  ],
  transactionStatus: ['CONFIRMED', 'FINALIZED'],
  transferDirection: ['IN', 'OUT'],
  appProofScheme: ['SIGNATURE_SCHEME_EPHEMERAL_KEY_P256'],
  clientSignatureScheme: ['CLIENT_SIGNATURE_SCHEME_API_P256'],
  mnemonicLength: [12, 15, 18, 21, 24],
  addressFormat: [
    'ADDRESS_FORMAT_UNCOMPRESSED',
    'ADDRESS_FORMAT_COMPRESSED',
    'ADDRESS_FORMAT_ETHEREUM',
    'ADDRESS_FORMAT_SOLANA',
    'ADDRESS_FORMAT_COSMOS',
    'ADDRESS_FORMAT_TRON',
    'ADDRESS_FORMAT_SUI',
    'ADDRESS_FORMAT_APTOS',
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH',
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH',
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH',
    'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH',
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH',
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH',
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH',
    'ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR',
    'ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH',
    'ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH',
    'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH',
    'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH',
    'ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR',
    'ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH',
    'ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH',
    'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH',
    'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH',
    'ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR',
    'ADDRESS_FORMAT_SEI',
    'ADDRESS_FORMAT_XLM',
    'ADDRESS_FORMAT_DOGE_MAINNET',
    'ADDRESS_FORMAT_DOGE_TESTNET',
    'ADDRESS_FORMAT_TON_V3R2',
    'ADDRESS_FORMAT_TON_V4R2',
    'ADDRESS_FORMAT_TON_V5R1',
    'ADDRESS_FORMAT_XRP',
    'ADDRESS_FORMAT_SPARK_MAINNET',
    'ADDRESS_FORMAT_SPARK_REGTEST',
  ],
} as const;

const oneOf = (name: keyof typeof enumerations) => enumerations[name].join(' | ');

// Shared objects

const timestamp = '{ seconds: string, nanos: string }';
const pagination = '{ limit?: string, before?: string, after?: string }';
const pageInfo = '{ hasNextPage?: boolean, hasPreviousPage?: boolean, startCursor?: string, endCursor?: string }';
const display = '{ usd?: string, crypto?: string }';
const clientSignature = `{
  publicKey: string,
  scheme: ${oneOf('clientSignatureScheme')},
  message: string,
  signature: string
}`;

// Credential parameter objects

const apiKey = `{
  apiKeyName: string,
  publicKey: string,
  curveType: ${oneOf('curveType')},
  expirationSeconds?: string
}`;
const authenticator = `{
  authenticatorName: string,
  challenge: string,
  attestation: {
    credentialId: string,
    clientDataJson: string,
    attestationObject: string,
    transports: (${oneOf('transports')})[]
  }
}`;
const oauthProvider = `{
  providerName: string,
  oidcToken?: string,
  oidcClaims?: { iss: string, sub: string, aud: string }
}`;

// Other resources

const privateKey = `{
  privateKeyId: string,
  publicKey: string,
  privateKeyName: string,
  curve: ${oneOf('curve')},
  addresses: { format?: ${oneOf('addressFormat')}, address?: string }[],
  privateKeyTags: string[],
  createdAt: ${timestamp},
  updatedAt: ${timestamp},
  exported: boolean,
  imported: boolean
}`;
const tag = `{
  tagId: string,
  tagName: string,
  tagType: ${oneOf('tagType')},
  createdAt: ${timestamp},
  updatedAt: ${timestamp}
}`;
const smartContractInterface = `{
  organizationId: string,
  smartContractInterfaceId: string,
  smartContractAddress: string,
  smartContractInterface: string,
  type: string,
  label: string,
  notes: string,
  createdAt: ${timestamp},
  updatedAt: ${timestamp}
}`;
const appProof = `{
  scheme: ${oneOf('appProofScheme')},
  publicKey: string,
  proofPayload: string,
  signature: string
}`;
const bootProof = `{
  ephemeralPublicKeyHex: string,
  cloudAttestationDocB64: string,
  qosManifestB64: string,
  qosManifestEnvelopeB64: string,
  deploymentLabel: string,
  enclaveApp: string,
  owner: string,
  qosManifestVersion?: string,
  createdAt: ${timestamp}
}`;
const activity = (type: string, intent: string, result: string) => `{
  id: string,
  organizationId: string,
  status: ActivityStatus,
  type: ${type},
  intent: ${intent},
  result: ${result},
  votes: Vote[],
  fingerprint: string,
  canApprove: boolean,
  canReject: boolean,
  createdAt: string,
  updatedAt: string,
  failure?: ApiError,
  appProofs?: ${appProof}[]
}`;
const transaction = `{
  transactionHash: string,
  block: { number: string, hash: string, timestamp: string },
  status: ${oneOf('transactionStatus')},
  origin: string,
  from: string,
  to?: string,
  fee: { amount: string, caip19: string },
  transfers: {
    direction: ${oneOf('transferDirection')},
    asset?: { caip19: string, symbol: string, name: string, decimals: integer },
    amount: string,
    counterparty: string,
    display?: ${display}
  }[],
  platform?: { sponsored: boolean, activityFingerprint?: string, submittedAt?: string }
}`;
const earnVault = `{
  vaultAddress?: string,
  provider?: ${oneOf('earnProvider')},
  caip19?: string,
  tvl?: string,
  apyPct?: string,
  enabled?: boolean,
  display?: ${display},
  name?: string,
  curator?: string
}`;
const enabledVault = `{
  vaultAddress?: string,
  wrapperAddress?: string,
  provider?: ${oneOf('earnProvider')},
  caip19?: string,
  apyPct?: string,
  totalDeposited?: string,
  display?: ${display},
  netApyPct?: string,
  clientFeeBps?: string,
  depositsDisabled?: boolean,
  name?: string,
  curator?: string,
  claimableClientFee?: string,
  claimableClientFeeDisplay?: ${display},
  clientFeeWallet?: string
}`;

const submits = {
  create_users: {
    type: 'ACTIVITY_TYPE_CREATE_USERS_V4',
    parameters: `{
      users: {
        userName: string,
        userEmail?: string,
        userPhoneNumber?: string,
        apiKeys: ${apiKey}[],
        authenticators: ${authenticator}[],
        oauthProviders: ${oauthProvider}[],
        userTags: string[]
      }[]
    }`,
    intentKey: 'createUsersIntentV4',
    resultKey: 'createUsersResult',
    result: '{ userIds: string[] }',
  },
  create_oauth_providers: {
    type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2',
    parameters: `{ userId: string, oauthProviders: ${oauthProvider}[] }`,
    intentKey: 'createOauthProvidersIntentV2',
    resultKey: 'createOauthProvidersResultV2',
    result: '{ providerIds: string[] }',
  },
  create_read_write_session: {
    type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
    parameters: `{
      targetPublicKey: string,
      userId?: string,
      apiKeyName?: string,
      expirationSeconds?: string,
      invalidateExisting?: boolean
    }`,
    intentKey: 'createReadWriteSessionIntentV2',
    resultKey: 'createReadWriteSessionResultV2',
    result: `{
      organizationId: string,
      organizationName: string,
      userId: string,
      username: string,
      apiKeyId: string,
      credentialBundle: string
    }`,
  },
  upsert_swap_config: {
    type: 'ACTIVITY_TYPE_UPSERT_SWAP_CONFIG',
    parameters: '{ feeReceiverWalletAddress?: string, feeBps?: string, stableFeeBps?: string }',
    intentKey: 'upsertSwapConfigIntent',
    resultKey: 'upsertSwapConfigResult',
    result: '{ feeReceiverWalletAddress?: string, feeBps?: string, stableFeeBps?: string }',
  },
  claim_swap_fees: {
    type: 'ACTIVITY_TYPE_CLAIM_SWAP_FEES',
    parameters: '{ }',
    intentKey: 'claimSwapFeesIntent',
    resultKey: 'claimSwapFeesResult',
    result: '{ requestId: string }',
  },
  create_oauth2_credential: {
    type: 'ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL',
    parameters: `{ provider: ${oneOf('oauth2Provider')}, clientId: string, encryptedClientSecret: string }`,
    intentKey: 'createOauth2CredentialIntent',
    resultKey: 'createOauth2CredentialResult',
    result: '{ oauth2CredentialId: string }',
  },
  earn_set_wrapper_state: {
    type: 'ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE',
    parameters: '{ wrapperAddress: string, depositsDisabled: boolean }',
    intentKey: 'earnSetWrapperStateIntent',
    resultKey: 'earnSetWrapperStateResult',
    result: '{ wrapperAddress: string, depositsDisabled: boolean }',
  },
  delete_user_tags: {
    type: 'ACTIVITY_TYPE_DELETE_USER_TAGS',
    parameters: '{ userTagIds: string[] }',
    intentKey: 'deleteUserTagsIntent',
    resultKey: 'deleteUserTagsResult',
    result: '{ userTagIds: string[], userIds: string[] }',
  },
  export_wallet_account: {
    type: 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT',
    parameters: '{ address: string, targetPublicKey: string }',
    intentKey: 'exportWalletAccountIntent',
    resultKey: 'exportWalletAccountResult',
    result: '{ address: string, exportBundle: string }',
  },
  init_import_wallet: {
    type: 'ACTIVITY_TYPE_INIT_IMPORT_WALLET',
    parameters: '{ userId: string }',
    intentKey: 'initImportWalletIntent',
    resultKey: 'initImportWalletResult',
    result: '{ importBundle: string }',
  },
  otp_login: {
    type: 'ACTIVITY_TYPE_OTP_LOGIN_V2',
    parameters: `{
      verificationToken: string,
      publicKey: string,
      clientSignature: ${clientSignature},
      expirationSeconds?: string,
      invalidateExisting?: boolean,
      sessionProfileId?: string
    }`,
    intentKey: 'otpLoginIntentV2',
    resultKey: 'otpLoginResult',
    result: '{ session: string }',
  },
};

const exchanges = {
  list_eth_transaction_history: {
    request: `{
      organizationId: string,
      address: string,
      caip2: ${oneOf('caip2')},
      paginationOptions?: ${pagination}
    }`,
    response: `{ transactions: ${transaction}[], pageInfo?: ${pageInfo} }`,
  },
  list_earn_vaults: {
    request: `{
      organizationId: string,
      provider?: ${oneOf('earnProvider')},
      caip19: string,
      paginationOptions?: ${pagination}
    }`,
    response: `{ vaults?: ${earnVault}[], pageInfo?: ${pageInfo} }`,
  },
  list_earn_enabled_vaults: {
    request: `{ organizationId: string, provider?: ${oneOf('earnProvider')}, caip19?: string }`,
    response: `{ enabledVaults?: ${enabledVault}[] }`,
  },
  list_verified_suborgs: {
    request: `{
      organizationId: string,
      filterType?: string,
      filterValue?: string,
      paginationOptions?: ${pagination}
    }`,
    response: '{ organizationIds: string[] }',
  },
  list_private_keys: {
    request: '{ organizationId: string }',
    response: `{ privateKeys: ${privateKey}[] }`,
  },
  list_private_key_tags: {
    request: '{ organizationId: string }',
    response: `{ privateKeyTags: ${tag}[] }`,
  },
  list_smart_contract_interfaces: {
    request: '{ organizationId: string }',
    response: `{ smartContractInterfaces: ${smartContractInterface}[] }`,
  },
  get_latest_boot_proof: {
    request: '{ organizationId: string, appName: string }',
    response: `{ bootProof: ${bootProof} }`,
  },
  whoami: {
    request: '{ organizationId: string }',
    response: '{ organizationId: string, organizationName: string, userId: string, username: string }',
  },
  // Beyond the specification: the way to read an activity again.
  get_activity: {
    request: '{ organizationId: string, activityId: string }',
    response: `{ activity: ${activity('string', 'object', 'object')} }`,
  },
};

const signUp = {
  request: `{
    userEmail?: string,
    userPhoneNumber?: string,
    userTag?: string,
    userName?: string,
    organizationName?: string,
    verificationToken?: string,
    apiKeys: ${apiKey}[],
    authenticators: ${authenticator}[],
    oauthProviders: ${oauthProvider}[],
    wallet?: {
      walletName: string,
      accounts: {
        curve: ${oneOf('curve')},
        pathFormat: ${oneOf('pathFormat')},
        path: string,
        addressFormat: ${oneOf('addressFormat')},
        name?: string
      }[],
      mnemonicLength?: ${oneOf('mnemonicLength')}
    },
    clientSignature?: ${clientSignature}
  }`,
  response: `{
    organizationId: string,
    wallet?: { walletId: string, addresses: string[] },
    userId: string,
    appProofs?: ${appProof}[]
  }`,
};

describe('operations', () => {
  test('default: 11 activities, 9 queries and get_activity, 1 sign-up, each in its place; there may be more', () => {
    expect(Object.keys(submits)).toHaveLength(11);
    expect(Object.keys(activities)).toEqual(expect.arrayContaining(Object.keys(submits)));
    expect(Object.keys(exchanges)).toHaveLength(9 + 1);
    expect(Object.keys(queries)).toEqual(expect.arrayContaining(Object.keys(exchanges)));
    expect(Object.keys(proxies)).toContain('signup_v2');
  });
});

describe.each(Object.entries(submits))('%s', (name, { type, parameters, intentKey, resultKey, result }) => {
  const unit = find(activities, name);
  if (!('result' in unit)) throw new Error(`${name} has no result`);

  test('default', () => {
    expect(unit).toMatchObject({
      kind: 'activity',
      path: `/public/v1/submit/${name}`,
      type,
      intentKey,
      resultKey,
    });
  });

  test('behavior: parameters and result', () => {
    expect(shapeOf(unit.parameters, named)).toEqual(lines(parameters));
    expect(shapeOf(unit.result, named)).toEqual(lines(result));
  });

  test('behavior: request envelope', () => {
    expect(shapeOf(unit.request, named)).toEqual(
      lines(`{
        type: ${type},
        timestampMs: string,
        organizationId: string,
        parameters: ${parameters},
        generateAppProofs?: boolean
      }`),
    );
  });

  test('behavior: response envelope', () => {
    // The result is empty until the activity is completed, so its one key is optional.
    const intent = `{ ${intentKey}: ${parameters} }`;
    expect(shapeOf(unit.response, named)).toEqual(
      lines(`{ activity: ${activity(type, intent, `{ ${resultKey}?: ${result} }`)} }`),
    );
  });
});

describe.each(Object.entries(exchanges))('%s', (name, { request, response }) => {
  const unit = find(queries, name);

  test('default', () => {
    expect(unit).toMatchObject({ kind: 'query', path: `/public/v1/query/${name}` });
  });

  test('behavior: request and response', () => {
    expect(shapeOf(unit.request, named)).toEqual(lines(request));
    expect(shapeOf(unit.response, named)).toEqual(lines(response));
  });
});

describe('signup_v2', () => {
  const unit = find(proxies, 'signup_v2');

  test('default', () => {
    expect(unit).toMatchObject({ kind: 'proxy', path: '/v1/signup_v2' });
  });

  test('behavior: request and response', () => {
    expect(shapeOf(unit.request, named)).toEqual(lines(signUp.request));
    expect(shapeOf(unit.response, named)).toEqual(lines(signUp.response));
  });
});

// What follows parses real bodies.

const createUsers = registry.create_users;
const createOauthProviders = registry.create_oauth_providers;
const createOauth2Credential = registry.create_oauth2_credential;
const earnSetWrapperState = registry.earn_set_wrapper_state;
const otpLogin = registry.otp_login;
const history = registry.list_eth_transaction_history;
const earnVaults = registry.list_earn_vaults;
const verifiedSuborgs = registry.list_verified_suborgs;
const privateKeyTags = registry.list_private_key_tags;
const signup = registry.signup_v2;

const nobody = { apiKeys: [], authenticators: [], oauthProviders: [] };
const user = { userName: 'Grace Hopper', ...nobody, userTags: [] };
const { oidcToken } = examples;
const oidcClaims = { iss: 'https://id.example.com', sub: '248289761001', aud: 'mintmark-demo' };
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
const wallet = { walletName: 'Treasury', accounts: [] };

const submitting = (unit: { type: string; request: z.ZodType }, parameters: unknown) =>
  objections(unit.request, {
    type: unit.type,
    timestampMs: '1767225600000',
    organizationId: examples.organizationId,
    parameters,
  });
const creating = (...users: unknown[]) => submitting(createUsers, { users });
const signingUp = (body: object) => objections(signup.request, { ...nobody, ...body });

describe('enumerations', () => {
  const [historyEntry] = history.example.response.transactions;
  const [transfer] = historyEntry?.transfers ?? [];
  const rows: Record<keyof typeof enumerations, (value: unknown) => string[]> = {
    curveType: (curveType) => {
      const { publicKey } = examples.apiKey;
      const raw = curveType === 'API_KEY_CURVE_ED25519';
      const key = { apiKeyName: 'Key', publicKey: raw ? publicKey.slice(2) : publicKey, curveType };
      return creating({ ...user, apiKeys: [key] });
    },
    curve: (curve) =>
      signingUp({
        wallet: { ...wallet, accounts: [{ ...account, curve, addressFormat: 'ADDRESS_FORMAT_COMPRESSED' }] },
      }),
    pathFormat: (pathFormat) => signingUp({ wallet: { ...wallet, accounts: [{ ...account, pathFormat }] } }),
    transports: (transport) => {
      const attestation = { ...examples.authenticator.attestation, transports: [transport] };
      return creating({ ...user, authenticators: [{ ...examples.authenticator, attestation }] });
    },
    earnProvider: (provider) => objections(earnVaults.request, { ...earnVaults.example.request, provider }),
    oauth2Provider: (provider) =>
      submitting(createOauth2Credential, { ...createOauth2Credential.example.parameters, provider }),
    tagType: (tagType) => {
      const [entry] = privateKeyTags.example.response.privateKeyTags;
      return objections(privateKeyTags.response, { privateKeyTags: [{ ...entry, tagType }] });
    },
    caip2: (caip2) => objections(history.request, { ...history.example.request, caip2 }),
    transactionStatus: (status) => objections(history.response, { transactions: [{ ...historyEntry, status }] }),
    transferDirection: (direction) =>
      objections(history.response, { transactions: [{ ...historyEntry, transfers: [{ ...transfer, direction }] }] }),
    appProofScheme: (scheme) =>
      objections(signup.response, { ...signup.example.response, appProofs: [{ ...examples.appProof, scheme }] }),
    clientSignatureScheme: (scheme) =>
      submitting(otpLogin, {
        ...otpLogin.example.parameters,
        clientSignature: { ...examples.loginSignature, scheme },
      }),
    mnemonicLength: (mnemonicLength) => signingUp({ wallet: { ...wallet, mnemonicLength } }),
    addressFormat: (addressFormat) => {
      // A format belongs to some curves only: it is accepted if one of them accepts it.
      const answers = enumerations.curve.map((curve) =>
        signingUp({ wallet: { ...wallet, accounts: [{ ...account, curve, addressFormat }] } }),
      );
      return answers.find((answer) => answer.length === 0) ?? answers[0] ?? [];
    },
  };

  test.each(Object.entries(rows))('behavior: %s', (name, objectionsTo) => {
    for (const value of enumerations[name as keyof typeof enumerations]) {
      expect(objectionsTo(value), String(value)).toEqual([]);
      expect(objectionsTo(` ${value}`), `' ${value}'`).toHaveLength(1);
    }
    for (const other of ['', 'OTHER', 0, 1, null, enumerations]) {
      expect(objectionsTo(other), JSON.stringify(other)).toHaveLength(1);
    }
  });
});

describe('page limit', () => {
  const listings = {
    list_eth_transaction_history: history,
    list_earn_vaults: earnVaults,
    list_verified_suborgs: verifiedSuborgs,
  };

  test.each(Object.entries(listings))('behavior: %s takes 1 to 100', (_name, { request, example }) => {
    const limited = (limit: unknown) => objections(request, { ...example.request, paginationOptions: { limit } });
    for (let limit = 1; limit <= 100; limit += 1) expect(limited(String(limit)), String(limit)).toEqual([]);
    for (const limit of ['0', '101', '', '1e1', '-1', '+1', '01', '1.0', ' 1', '100\n', '1000', '١', 10, null]) {
      expect(limited(limit), JSON.stringify(limit)).toHaveLength(1);
    }
  });

  test.each(Object.entries(listings))('behavior: %s needs none', (_name, { request, example }) => {
    expect(objections(request, { ...example.request, paginationOptions: {} })).toEqual([]);
    expect(objections(request, { ...example.request, paginationOptions: undefined })).toEqual([]);
  });
});

describe('mnemonic length', () => {
  test('behavior: 12, 15, 18, 21 or 24 words', () => {
    const accepted = Array.from({ length: 50 }, (_, words) => words).filter(
      (mnemonicLength) => signingUp({ wallet: { ...wallet, mnemonicLength } }).length === 0,
    );
    expect(accepted).toEqual([12, 15, 18, 21, 24]);
  });

  test.each(['12', 12.5, null])('error: %j', (mnemonicLength) => {
    expect(signingUp({ wallet: { ...wallet, mnemonicLength } })).toHaveLength(1);
  });
});

describe('credentials of a user', () => {
  const credentials = {
    apiKeys: [examples.apiKey],
    authenticators: [examples.authenticator],
    oauthProviders: [{ providerName: 'Example ID', oidcToken }],
    userEmail: 'grace@example.com',
    userPhoneNumber: '+15555550123',
  };

  test.each(Object.entries(credentials))('behavior: %s alone is enough', (kind, value) => {
    expect(creating({ ...user, [kind]: value })).toEqual([]);
  });

  test('error: none', () => {
    expect(creating(user)).toEqual(['parameters.users.0: MISSING_CREDENTIAL']);
    expect(creating({ ...user, userTags: [examples.userTagId] })).toEqual(['parameters.users.0: MISSING_CREDENTIAL']);
  });

  test('error: none for one of several users', () => {
    expect(creating({ ...user, ...credentials }, user)).toEqual(['parameters.users.1: MISSING_CREDENTIAL']);
  });

  test('behavior: sign-up needs none', () => {
    expect(signingUp({})).toEqual([]);
  });

  test.each(['apiKeys', 'authenticators', 'oauthProviders', 'userTags'])('error: %s missing', (list) => {
    expect(creating({ ...user, ...credentials, [list]: undefined })).toEqual([
      `parameters.users.0.${list}: invalid_type`,
    ]);
  });

  test.each(['apiKeys', 'authenticators', 'oauthProviders'])('error: %s missing in a sign-up', (list) => {
    expect(signingUp({ [list]: undefined })).toEqual([`${list}: invalid_type`]);
  });
});

describe('OpenID Connect identity', () => {
  const places = {
    create_users: (provider: object) => creating({ ...user, oauthProviders: [provider] }),
    create_oauth_providers: (provider: object) =>
      submitting(createOauthProviders, { userId: examples.userId, oauthProviders: [provider] }),
    // Claims are never alone in a sign-up.
    signup_v2: (provider: object) => signingUp({ oauthProviders: [provider, { providerName: 'Proof', oidcToken }] }),
  };

  describe.each(Object.entries(places))('%s', (_name, linking) => {
    const providerName = 'Example ID';

    test('default', () => {
      expect(linking({ providerName, oidcToken })).toEqual([]);
      expect(linking({ providerName, oidcClaims })).toEqual([]);
    });

    test('error: both or neither of token and claims', () => {
      const refused = [expect.stringMatching(/oauthProviders\.0: AMBIGUOUS_OIDC_IDENTITY$/)];
      expect(linking({ providerName, oidcToken, oidcClaims })).toEqual(refused);
      expect(linking({ providerName })).toEqual(refused);
    });

    test.each(['iss', 'sub', 'aud'])('error: claims without %s', (claim) => {
      expect(linking({ providerName, oidcClaims: { ...oidcClaims, [claim]: undefined } })).toEqual([
        expect.stringMatching(new RegExp(`oauthProviders\\.0\\.oidcClaims\\.${claim}: invalid_type$`)),
      ]);
    });
  });
});

test('error: claims alone in a sign-up', () => {
  expect(signingUp({ oauthProviders: [{ providerName: 'Example ID', oidcClaims }] })).toEqual([
    'oauthProviders: UNPROVED_OIDC_CLAIMS',
  ]);
});

describe('phone number', () => {
  const places = {
    create_users: (userPhoneNumber: string) => creating({ ...user, userPhoneNumber }),
    signup_v2: (userPhoneNumber: string) => signingUp({ userPhoneNumber }),
  };

  test.each(Object.entries(places))('behavior: %s takes E.164', (_name, calling) => {
    for (const number of ['+15555550123', '+4915112345678', '+123456789012345']) {
      expect(calling(number), number).toEqual([]);
    }
    for (const number of [
      '15555550123',
      '+05555550123',
      '+1234567890123456',
      '+1 555 555 0123',
      '+1555555O123',
      '+',
      '',
    ]) {
      expect(calling(number), number).toHaveLength(1);
    }
  });
});

describe('wallet', () => {
  test('default', () => {
    expect(
      signingUp({ wallet: { ...wallet, accounts: [account, { ...account, path: 'm/1', name: 'Savings' }] } }),
    ).toEqual([]);
  });

  test('error: the same path and address format twice', () => {
    expect(signingUp({ wallet: { ...wallet, accounts: [account, { ...account, name: 'Savings' }] } })).toEqual([
      'wallet.accounts: INVALID_PATH',
    ]);
  });

  test('behavior: the list of accounts may be empty', () => {
    expect(signingUp({ wallet })).toEqual([]);
  });

  test('error: no list of accounts', () => {
    expect(signingUp({ wallet: { walletName: 'Treasury' } })).toEqual(['wallet.accounts: invalid_type']);
  });
});

describe('wrapper state', () => {
  const { wrapperAddress } = examples;

  test.each([true, false])('default: depositsDisabled %s', (depositsDisabled) => {
    expect(submitting(earnSetWrapperState, { wrapperAddress, depositsDisabled })).toEqual([]);
  });

  test.each([undefined, null, 'false', 0])('error: depositsDisabled %j', (depositsDisabled) => {
    expect(submitting(earnSetWrapperState, { wrapperAddress, depositsDisabled })).toEqual([
      'parameters.depositsDisabled: invalid_type',
    ]);
  });
});

describe('activity request', () => {
  const request = {
    type: 'ACTIVITY_TYPE_CLAIM_SWAP_FEES',
    timestampMs: '1767225600000',
    organizationId: examples.organizationId,
    parameters: {},
  };
  const schema = registry.claim_swap_fees.request;

  test('default', () => {
    expect(objections(schema, request)).toEqual([]);
  });

  test.each([true, false])('behavior: generateAppProofs %s', (generateAppProofs) => {
    expect(objections(schema, { ...request, generateAppProofs })).toEqual([]);
  });

  test.each(Object.keys(request))('error: %s missing', (member) => {
    expect(objections(schema, { ...request, [member]: undefined })).toEqual([
      expect.stringMatching(`^${member}: invalid_`),
    ]);
  });

  test('error: the type of another endpoint', () => {
    expect(objections(schema, { ...request, type: 'ACTIVITY_TYPE_CLAIM_SWAP_FEES_V2' })).toEqual([
      'type: invalid_value',
    ]);
  });

  test('error: the time as a number', () => {
    expect(objections(schema, { ...request, timestampMs: 1767225600000 })).toEqual(['timestampMs: invalid_type']);
  });
});

describe('activity response', () => {
  const { response } = registry.claim_swap_fees;
  const completed = {
    ...registry.get_activity.example.response.activity,
    type: 'ACTIVITY_TYPE_CLAIM_SWAP_FEES',
    status: 'ACTIVITY_STATUS_COMPLETED',
    intent: { claimSwapFeesIntent: {} },
    result: { claimSwapFeesResult: { requestId: '0x5c0f' } },
  };

  test('default: a completed activity', () => {
    expect(objections(response, { activity: completed })).toEqual([]);
  });

  test('behavior: members beyond the Activity row, as the sample shows them', () => {
    const result = { ...completed.result, activity: completed };
    expect(objections(response, { activity: { ...completed, timestampMs: '1767225600000', result } })).toEqual([]);
  });

  test('error: an unknown status', () => {
    expect(objections(response, { activity: { ...completed, status: 'COMPLETED' } })).toEqual([
      'activity.status: invalid_value',
    ]);
  });
});

describe.each(Object.entries(registry))('%s', (_file, unit) => {
  const bodies =
    unit.kind === 'activity'
      ? {
          request: {
            type: unit.type,
            timestampMs: '1767225600000',
            organizationId: examples.organizationId,
            parameters: unit.example.parameters,
          },
          response: {
            activity:
              'selection' in unit
                ? unit.example.activity
                : {
                    ...registry.get_activity.example.response.activity,
                    type: unit.type,
                    intent: { [unit.intentKey]: unit.example.parameters },
                    result: { [unit.resultKey]: unit.example.result },
                  },
          },
        }
      : unit.example;

  test('default: the example fits', () => {
    expect(objections(unit.request, bodies.request)).toEqual([]);
    expect(objections(unit.response, bodies.response)).toEqual([]);
  });

  test('error: an unknown member anywhere in the request', () => {
    for (const [path, body] of withStranger(bodies.request)) {
      expect(objections(unit.request, body)).toEqual([`${path}: unrecognized_keys`]);
    }
    expect(openObjectsOf(unit.request)).toEqual([]);
  });
});

/** What a schema has against a value, each as `path: error`; nothing where the value is accepted. */
function objections(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => {
    const name = issue.code === 'custom' ? String(issue.params?.['errorCode']) : issue.code;
    return `${issue.path.join('.')}: ${name}`;
  });
}

function find<U extends { readonly name: string }>(units: Record<string, U>, name: string): U {
  const unit = Object.values(units).find((candidate) => candidate.name === name);
  if (unit === undefined) throw new Error(`no unit ${name}`);
  return unit;
}

/** Where a schema has objects that let unknown members through. */
function openObjectsOf(schema: z.core.$ZodType, path = '$'): string[] {
  const def = definitionOf(schema);
  if (def.type === 'optional') return openObjectsOf(def.innerType, path);
  if (def.type === 'array') return openObjectsOf(def.element, `${path}[]`);
  if (def.type !== 'object') return [];
  const closed = def.catchall !== undefined && definitionOf(def.catchall).type === 'never';
  const inner = Object.entries(def.shape).flatMap(([name, member]) => openObjectsOf(member, `${path}.${name}`));
  return closed ? inner : [path, ...inner];
}

/** The value with one unknown member, once for each object in it; with the path of that object. */
function withStranger(value: unknown): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.entries(value).flatMap(([key, inner]) =>
    withStranger(inner).map(([path, changed]): [string, unknown] => [
      path === '' ? key : `${key}.${path}`,
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ]),
  );
  return Array.isArray(value) ? nested : [['', { ...value, stranger: true }], ...nested];
}
