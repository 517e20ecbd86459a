import { webAuthnVoteScheme } from '@mintmark/stamper/protocol';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { expect, test } from 'vitest';
import { judgePasskey } from '../contract/judge-passkey.ts';
import { openPasskeyPage } from '../contract/passkey-page.ts';
import { sharedContract } from '../contract/shared-contract.ts';
import { startWitness } from '../contract/witness.ts';
import { findServerTarget } from '../targets/server-target.ts';
import { answerProblems } from './answer-problems.ts';
import { setStage } from './stage.ts';

const executable = findTestBrowser('a passkey against the server');

test.skipIf(!executable)(
  'default: a passkey of a browser is registered, stamps, and is refused once deleted',
  async () => {
    await using page = await openPasskeyPage(executable ?? '');
    await using target = await findServerTarget();
    const [baseUrl = ''] = target.urls;
    const { root, strike } = await setStage({ ...target, baseUrl, passkeys: [] });
    const passkey = await page.create();
    const options = { judgeStamp: await judgePasskey(passkey), inspect: answerProblems };
    await using witness = await startWitness(target, await sharedContract(), options);
    const call = (method: string, input?: object) => page.call(witness.origin, root.organizationId, method, input);

    expect(await call('whoami')).toBe('CREDENTIAL_NOT_FOUND');
    const { challenge, attestation } = passkey;
    const authenticators = [{ authenticatorName: 'Passkey', challenge, attestation }];
    const { authenticatorIds } = await root.call('createAuthenticatorsOrThrow', {
      userId: root.userId,
      authenticators,
    });
    expect(await call('whoami')).toMatchObject({ userId: root.userId });
    const submitted = await call('createUserTag', { userTagName: 'Treasurers', userIds: [] });
    expect(submitted).toMatchObject({
      status: 'completed',
      activity: { votes: [{ userId: root.userId, scheme: webAuthnVoteScheme }] },
    });
    await root.call('deleteAuthenticatorsOrThrow', { userId: root.userId, authenticatorIds });
    expect(await call('whoami')).toBe('CREDENTIAL_NOT_FOUND');
    expect(await call('createUserTag', { userTagName: 'Others', userIds: [] })).toBe('CREDENTIAL_NOT_FOUND');
    expect(witness.problems).toEqual([]);
    expect(witness.verified).toBe(5);
    await strike();
  },
);
