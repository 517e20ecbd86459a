import { z } from 'zod';
import { defineActivity, needsServer, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { CreateReadWriteSessionParametersV1 } from '../../fields/sessions/older-logins.ts';
import { flag, id, label, nonEmptyText, organizationId, seconds, targetPublicKey, text } from '../../vocabulary.ts';

const CreatedSession = z.object({
  organizationId: organizationId('The organization that the session acts in.'),
  organizationName: text('Its name.'),
  userId: id('The user that the session acts for.'),
  username: text('The name of that user.'),
  apiKeyId: id('The API key of the session.'),
  credentialBundle: nonEmptyText('The private key of the session, sealed with HPKE to the key of the client.'),
});

export default defineActivity(
  'create_read_write_session',
  {
    tag: 'Sessions',
    summary: 'Create a read-write session',
    description:
      'Creates a short-lived API key for the caller and returns it sealed to a key of the client. A caller cannot start a session for another user: to sign users in, exchange their verification token with otp_login, or their identity token with oauth_login. Prefer the ID of the sub-organization over the ID of its parent.',
    intent: version(
      2,
      z.strictObject({
        targetPublicKey: targetPublicKey('Public key of the client, which the session credential is encrypted to.'),
        userId: id('The user that the session acts for, who must be the caller. Defaults to the caller.').optional(),
        apiKeyName: label(
          'Name of the session key. Defaults to "Read Write Session - " followed by a timestamp.',
          'Read Write Session - 1767225600',
        ).optional(),
        expirationSeconds: seconds('Lifetime of the session in seconds. Defaults to 900 (15 minutes).').optional(),
        invalidateExisting: flag('Whether to end all previous read-write sessions.').optional(),
      }),
    ),
    result: version(2, CreatedSession),
    policy: { resource: 'AUTH', action: 'CREATE' },
    errors: ['INVALID_PUBLIC_KEY', 'SESSION_PROFILE_REQUIRED'],
    example: {
      parameters: { targetPublicKey: example.targetPublicKey, userId: example.userId, expirationSeconds: '900' },
      result: {
        organizationId: example.organizationId,
        organizationName: example.organizationName,
        userId: example.userId,
        username: example.userName,
        apiKeyId: '14b8e6d2-7a05-4c93-b2f1-c69d0e8a3f57',
        credentialBundle: example.credentialBundle,
      },
    },
  },
  superseded(1, {
    change: 'Version 2 identifies the user by ID instead of e-mail address.',
    parameters: CreateReadWriteSessionParametersV1,
    upgrade: needsServer('Only the server knows the e-mail address of the caller.'),
    result: version(1, CreatedSession),
    example: { targetPublicKey: example.targetPublicKey, email: example.userEmail },
  }),
);
