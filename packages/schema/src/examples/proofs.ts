import { organizationId } from './organizations.ts';
import { rfc3339, timestamp, timestampMs } from './timestamp.ts';
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

export const bootProof = {
  ephemeralPublicKeyHex: appProof.publicKey,
  cloudAttestationDocB64: '',
  qosManifestB64:
    'eyJ2ZXJzaW9uIjoiMSIsImFwcCI6eyJpZCI6IjhkMmI1ZjcxLTNjOTYtNGUwYS1iN2Q0LWExZjZjOWUwODI1MyIsIm5hbWUiOiJtaW50bWFyay1zZXJ2ZXIifSwiY29kZURpZ2VzdCI6IjAyNDgyODIyMjhkZjZhYWU1NTcwZmUyYTdhYjQ4YjdlNzIxZjIxMGI0MjZmYWU5NjU5MTE3NThjMGIzY2NjMTUiLCJwYWNrYWdlcyI6W3sibmFtZSI6IkBtaW50bWFyay9zY2hlbWEiLCJ2ZXJzaW9uIjoiMC4xLjAiLCJkaXJlY3RvcnkiOiJkaXN0IiwiZmlsZXMiOjIxMiwiZGlnZXN0IjoiY2EwZDAwNWRmM2Q3MjU0ZDJkZDQ0NDllMTgzZTg5ZTcwOTE1ZTQ3MzA3ODhmMGUxNmNiZDYxNjU2MThkZGI5YiJ9LHsibmFtZSI6IkBtaW50bWFyay9zZXJ2ZXIiLCJ2ZXJzaW9uIjoiMC4xLjAiLCJkaXJlY3RvcnkiOiJkaXN0IiwiZmlsZXMiOjQzMSwiZGlnZXN0IjoiODA1ODAxZTU1OTRiNTJlM2E0NDY5MjMwYTgyYzk1MzA2NzNiNTE3ODJiMTAyZWM1ZWUyODEyNGQ2NTVjMDcyNSJ9LHsibmFtZSI6IkBtaW50bWFyay9zdGFtcGVyIiwidmVyc2lvbiI6IjAuMS4wIiwiZGlyZWN0b3J5IjoiZGlzdCIsImZpbGVzIjo5OCwiZGlnZXN0IjoiNThkODlkYmU5MDAyZDlmNDZmMDBjY2VmNmY4M2NjZWM0MTQ2MWE1NTNhNTlkMDgyMjA4NWM1ZGE5NTBjYjViNCJ9XSwiZGVwZW5kZW5jaWVzIjp7Impvc2UiOiI2LjIuMTciLCJ6b2QiOiI0LjQuMyJ9LCJydW50aW1lIjp7Im5vZGUiOiJ2MjYuMTAuMCIsIm9wZW5zc2wiOiIzLjUuNCIsInBsYXRmb3JtIjoibGludXgiLCJhcmNoIjoieDY0In19',
  qosManifestEnvelopeB64:
    'eyJzdGF0ZW1lbnQiOiJ7XCJtYW5pZmVzdERpZ2VzdFwiOlwiNTJkY2M5MzkwZGQxMjQwOWQ0ZWY5YzJhZTZlOGM3YTk2YWY4ZGNjY2QyZDU0ODNkNjc2YzllNDRjZGU4ZTQ2MlwiLFwiZXBoZW1lcmFsUHVibGljS2V5XCI6XCIwNGI3ZjU3OTc5NzRhY2ZlODE5ZGUyZWU2NjEzZjU1ZmZkMmQ2MjNlZGQ4ODY0ZTQ5NDBmNjM1NDc4OTYzY2RhYTU5ODBkN2Q5NTM1NDk4ZjU4NzBiZTViZjVkZmMzY2YyYWEyZDU4NmVjNThjMjcxYzlmODcxOTAyYzY3N2I4MGMzMDRiOWM2ZTJhNGI2ZTg3MjY5Njk5ZjgyZjJmNzU5ZTZhYWRmMDA0MGZlMTdhNjE5NWJlY2ZkN2JmZGU1YjBmNGEyZDNjNzIzOWE2MGUyOTMwYWNlNDc1MDVhYjhjNGYxOWY0MjI4Y2I3MzJhZDQ3MzZjYzk0ZWE1OWU1YzJjMDZjNFwiLFwiYXR0ZXN0YXRpb25EaWdlc3RcIjpcIlwiLFwiZGVwbG95bWVudExhYmVsXCI6XCIwLjEuMCAoc29mdHdhcmUgZXZpZGVuY2Ugb25seSlcIixcImVuY2xhdmVBcHBcIjpcIm1pbnRtYXJrLXNlcnZlclwiLFwib3duZXJcIjpcInNlbGYtaG9zdGVkXCIsXCJjcmVhdGVkQXRNc1wiOlwiMTc2NzIyNTYwMDAwMFwifSIsImtleUlkIjoic2lnbmVyLTk3OGI3NTVlNTAyNjZhODgiLCJwdWJsaWNLZXkiOiIwMjNjY2YwZWUxZTcxNjUzZTFkMzkyN2ZjMjY5NmQ4ZDdlNmU1OTE5ZDdjMDY5ZDJiNmI5NTFlZDUxZDViMDBiZWIiLCJzaWduYXR1cmUiOiI0NWM2Njc4NjBiNzMyZWVhZjNlZjM1YTZkYzJlNTAxMzVkYzBhNGRhMWI0YWQzNDM2YmQwNTllNDRkNTEwZGFjMTJkOWI5ZWU3ZGQyNDdlYzgzYjI5MmE2ZTlmMTE0MzJkN2RkMGIzYmFiZDk4YjBhYjY0ZDUwYjc1MDBmMDU3ZSJ9',
  deploymentLabel: '0.1.0 (software evidence only)',
  enclaveApp: 'mintmark-server',
  owner: 'self-hosted',
  qosManifestVersion: '1',
  createdAt: timestamp,
} as const;

const auditLink = {
  organizationId,
  sequence: '42',
  hash: '5b2c4b1e8d3c3f27d1ad1c0e86ef0a0ef4be6b17f50c1e3a7c3c9a5f2d7e9048',
};

export const auditHead = {
  ...auditLink,
  at: rfc3339,
  headsFile: [
    { mintmark: 'audit heads', instanceId: '6f0b1c52-7a3e-4d19-9c84-2e5d7f61a0b3', at: rfc3339 },
    auditLink,
    {
      publicKey:
        '04c81a27e8fa61d865428a734c48f67d6bee786bb617e2f0e3883bac1073ab6e7be30cb36b9f553ccb869fa108d5435ee12fc51ee752d3ce16107513562f66e11c',
      signature:
        '3044022064dc9669f3cfc7321f91456f3f606f6863073a4ba15bf4929f74cebfa7046af0022038eb80a156b4adfcdc10a017a1663ee2a3530157f7f81805af8be294c1b4f1d9',
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
};
