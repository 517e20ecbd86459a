import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { examples } from '@mintmark/schema';
import { stampSchemes } from '@mintmark/stamper/protocol';

/** RFC 8410, section 7: everything before the 32 bytes of a private ed25519 key. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A throw-away key that anyone can derive again. Ed25519, because its signatures are deterministic. */
const privateKey = createPrivateKey({
  key: Buffer.concat([pkcs8Head, createHash('sha256').update('the vote of an example').digest()]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

const user = {
  userId: examples.userId,
  userName: examples.userName,
  userEmail: examples.userEmail,
  authenticators: [],
  apiKeys: [
    {
      credential: { publicKey, type: 'CREDENTIAL_TYPE_API_KEY_ED25519' },
      apiKeyId: '4c8e2a17-d05b-4f93-b6e1-3a9d7c50f842',
      apiKeyName: 'Approvals',
      createdAt: examples.timestamp,
      updatedAt: examples.timestamp,
    },
  ],
  userTags: [],
  oauthProviders: [],
  createdAt: examples.timestamp,
  updatedAt: examples.timestamp,
};

/** A vote with a signature that verifies over the stamped body. */
export const exampleVote = (selection: 'APPROVED' | 'REJECTED', body: string) => ({
  id: '93f1d6b0-2e7c-4a85-8d49-c05b7e1a36f2',
  userId: user.userId,
  user,
  activityId: examples.activityId,
  selection: `VOTE_SELECTION_${selection}`,
  message: body,
  publicKey,
  signature: sign(null, Buffer.from(body), privateKey).toString('hex'),
  scheme: stampSchemes.ed25519,
  createdAt: examples.timestamp,
});
