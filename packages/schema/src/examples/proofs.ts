import { organizationId } from './organizations.ts';
import { timestampMs } from './timestamp.ts';
import { walletAddress, walletId } from './wallets.ts';

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
