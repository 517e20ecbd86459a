import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { generatePrivateKey } from '@mintmark/stamper';
import { makeCertificate } from '@mintmark/testing/certificate';
import { compileCache } from '@mintmark/testing/compile-cache';
import { hasProgram } from '@mintmark/testing/has-program';
import { copyPrepared } from '@mintmark/testing/prepared-directory';
import { PseudoTerminal } from '@mintmark/testing/pseudo-terminal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMintmarkProcess } from '../../test/mintmark-process.ts';
import { runMintmark } from '../../test/run-mintmark.ts';
import { StartedMintmark } from '../../test/started-mintmark.ts';

const bin = join(import.meta.dirname, '../bin.ts');
const env = { MINTMARK_DATA_DIR: '.' };
let directory: string;
let running: StartedMintmark;
/** Counts the requests that a wrong command line must not send. */
let counter: Server;
let requests = 0;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-call-'));
  await copyPrepared(join(directory, 'postgres'));
  running = await StartedMintmark.start(env, { cwd: directory });
  counter = createServer((_, response) => {
    requests += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await createAnn();
});
afterAll(async () => {
  counter.close();
  await running.stop();
  rmSync(directory, { recursive: true, force: true });
});

const readRoot = () => JSON.parse(readFileSync(join(directory, 'root.json'), 'utf8'));
const run = (...words: string[]) => runMintmark(['call', ...words], env, directory);
const writeKey = (name: string, content: object) =>
  writeFileSync(join(directory, name), JSON.stringify(content), { mode: 0o600 });

/** A user who needs the approval of another one to create a tag. */
async function createAnn(): Promise<void> {
  const { publicKey, privateKey } = generatePrivateKey('p256').toApiKey();
  const { organizationId, baseUrl } = readRoot();
  writeKey('ann.json', { apiPublicKey: publicKey, apiPrivateKey: privateKey, organizationId, baseUrl });
  const apiKey = ['apiKeyName=Ann', `publicKey=${publicKey}`, 'curveType=API_KEY_CURVE_P256'];
  const lists = ['authenticators', 'oauthProviders', 'userTags'].map((name) => `users.0.${name}:=[]`);
  const created = await run(
    'create_users',
    'users.0.userName=Ann',
    ...apiKey.map((word) => `users.0.apiKeys.0.${word}`),
    ...lists,
  );
  expect(created.stderr).toBe('');
  const policy = [
    'policyName=Tags',
    'effect=EFFECT_ALLOW',
    "condition=activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'",
    'consensus=approvers.count() >= 2',
    'notes=',
  ];
  expect((await run('create_policy', ...policy)).stderr).toBe('');
}

const tag = (name: string) => ['create_user_tag', `userTagName=${name}`, 'userIds:=[]'];

describe('mintmark call', () => {
  test('default', async () => {
    const { code, stdout, stderr } = await run('whoami');
    expect([code, stderr]).toEqual([0, '']);
    const { organizationId, userId } = readRoot();
    expect(JSON.parse(stdout)).toEqual({ organizationId, organizationName: 'Mintmark', userId, username: 'Root' });
  });

  test('behavior: over TLS, with an authority of the user, and nothing is sent without it', async () => {
    const { cert, key } = await makeCertificate(['IP:127.0.0.1']);
    writeFileSync(join(directory, 'authority.pem'), cert);
    const received: string[] = [];
    const secure = createSecureServer({ cert, key }, async (request, response) => {
      received.push(await text(request));
      response.end('{"userId":"x"}');
    }).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
    const words = ['call', 'whoami', '--url', url, '--output', 'json'];
    const refused = await runMintmark(words, env, directory);
    expect([refused.code, refused.stdout, received]).toEqual([1, '', []]);
    expect(refused.stderr).toBe(
      `mintmark: the certificate of ${url} is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT), and nothing was sent: correct the ` +
        'address or the certificate, or set NODE_EXTRA_CA_CERTS to the file of your own certificate authority\n',
    );
    const trusted = await runMintmarkProcess(
      words,
      { ...env, NODE_EXTRA_CA_CERTS: 'authority.pem' },
      { cwd: directory },
    );
    secure.close();
    expect([trusted.code, trusted.stderr, JSON.parse(trusted.stdout)]).toEqual([0, '', { userId: 'x' }]);
    expect(received.map((body) => JSON.parse(body))).toEqual([{ organizationId: readRoot().organizationId }]);
  });

  test('error: a service that demands a client certificate: it is not known whether the request arrived', async () => {
    const { cert, key } = await makeCertificate(['IP:127.0.0.1']);
    writeFileSync(join(directory, 'authority.pem'), cert);
    const secure = createSecureServer({ cert, key, requestCert: true, rejectUnauthorized: true });
    await once(secure.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: 'authority.pem' };
    const { code, stdout, stderr } = await runMintmarkProcess(['call', 'whoami', '--url', url], trusting, {
      cwd: directory,
    });
    secure.close();
    expect([code, stdout]).toEqual([1, '']);
    // The alert, or the end of the connection: whichever the client sees first.
    expect(stderr).toMatch(
      /^mintmark: the connection to \S+ failed \(\w+\): it is not known whether the request arrived\n$/,
    );
  });

  test('args: mintmark whoami is short for it, and the greeting names it', async () => {
    expect(running.stdout).toMatch(/\ntry {11}MINTMARK_DATA_DIR='\.' npm run mintmark -- whoami\n$/);
    expect(await runMintmark(['whoami', '--output', 'table'], env, directory)).toEqual(
      await run('whoami', '--output', 'table'),
    );
  });

  test('args: --output table', async () => {
    const { organizationId, userId } = readRoot();
    const { stdout } = await run('whoami', '--output=table');
    expect(stdout).toBe(
      `organizationId    ${organizationId}\norganizationName  Mintmark\nuserId            ${userId}\nusername          Root\n`,
    );
  });

  test('args: an activity, as a table with its result', async () => {
    const { code, stdout, stderr } = await run(...tag('Table'), '--output', 'table');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^id +\S{36}\ntype +ACTIVITY_TYPE_CREATE_USER_TAG\nstatus +ACTIVITY_STATUS_COMPLETED\nuserTagId +\S{36}\nuserIds +\[\]\n$/,
    );
  });

  test('args: --json - reads the parameters of an activity from standard input', async () => {
    const input = JSON.stringify({ userTagName: 'Input', userIds: [] });
    const { code, stdout } = await runMintmark(['call', 'create_user_tag', '--json', '-'], env, directory, input);
    expect([code, JSON.parse(stdout).activity.intent.createUserTagIntent.userTagName]).toEqual([0, 'Input']);
  });

  test('behavior: the same complete file is the same activity', async () => {
    const parameters = { userTagName: 'Same', userIds: [] };
    const { organizationId } = readRoot();
    const body = { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', timestampMs: String(Date.now()), organizationId, parameters };
    writeFileSync(join(directory, 'same.json'), JSON.stringify(body, null, 2));
    const [one, other] = [
      await run('create_user_tag', '--json', 'same.json'),
      await run('create_user_tag', '--json', 'same.json'),
    ];
    expect([one.code, JSON.parse(other.stdout).activity.id]).toEqual([0, JSON.parse(one.stdout).activity.id]);
  });

  test('args: a key in the environment', async () => {
    const { apiPublicKey, apiPrivateKey, organizationId, baseUrl } = readRoot();
    const variables = {
      MINTMARK_API_PUBLIC_KEY: apiPublicKey,
      MINTMARK_API_PRIVATE_KEY: apiPrivateKey,
      MINTMARK_BASE_URL: baseUrl,
    };
    const { code, stdout } = await runMintmark(
      ['call', 'whoami', '--organization', organizationId],
      variables,
      directory,
    );
    expect([code, JSON.parse(stdout).username]).toEqual([0, 'Root']);
  });

  test('args: a sign-up call, which needs no key', async () => {
    const { code, stdout, stderr } = await run('account', 'filterType=PUBLIC_KEY', 'filterValue=02aa');
    expect([code, stderr, JSON.parse(stdout)]).toEqual([0, '', {}]);
  });

  test('args: --as-parent with a sub-organization', async () => {
    const { publicKey } = generatePrivateKey('p256').toApiKey();
    const user = {
      userName: 'Sub',
      apiKeys: [{ apiKeyName: 'Sub', publicKey, curveType: 'API_KEY_CURVE_P256' }],
      authenticators: [],
      oauthProviders: [],
    };
    const words = ['subOrganizationName=Sub', 'rootQuorumThreshold=1', `rootUsers:=${JSON.stringify([user])}`];
    const created = await run('create_sub_organization', ...words);
    const [result] = Object.values(JSON.parse(created.stdout).activity.result) as { subOrganizationId: string }[];
    const id = result?.subOrganizationId ?? '';
    const refused = await run('list_users', '--organization', id);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      `mintmark: the key of root.json belongs to the organization ${readRoot().organizationId}, not to ${id}: use a key of that organization, or --as-parent with a key of its parent\n`,
    ]);
    const { code, stdout } = await run('list_users', '--organization', id, '--as-parent');
    expect([code, JSON.parse(stdout).users[0].userName]).toEqual([0, 'Sub']);
  });

  test('args: the help of an operation', async () => {
    const { code, stdout } = await run('create_wallet', '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: mintmark call create_wallet /);
    expect(stdout).toContain('\n  accounts.N.path  string, required\n      Derivation path of the account.\n');
    expect(stdout).toContain("\n    'accounts.0.path=m/44'\\''/60'\\''/0'\\''/0/0' \\\n");
  });
});

describe('mintmark call --wait', () => {
  test('default: the result after the approval', async () => {
    const waiting = run(...tag('Waited'), '--key', 'ann.json', '--wait');
    const fingerprint = await pendingFingerprint('Waited');
    const approved = await run('approve_activity', `fingerprint=${fingerprint}`);
    expect(approved.code).toBe(0);
    expect(approved.stderr).toContain("\n  activity.type = 'ACTIVITY_TYPE_CREATE_USER_TAG'\n");
    expect(approved.stderr).toContain('\n    "userTagName": "Waited",\n');
    const { code, stdout, stderr } = await waiting;
    expect([stderr, code]).toEqual(['', 0]);
    const { activity } = JSON.parse(stdout);
    expect([activity.status, activity.result.createUserTagResult.userIds]).toEqual(['ACTIVITY_STATUS_COMPLETED', []]);
  });

  test('behavior: without it, the activity is left and the next steps are told', async () => {
    const { code, stdout, stderr } = await run(...tag('Left'), '--key', 'ann.json');
    const { id, fingerprint, status } = JSON.parse(stdout).activity;
    expect([code, status]).toEqual([3, 'ACTIVITY_STATUS_CONSENSUS_NEEDED']);
    expect(stderr).toBe(
      `mintmark: the activity ${id} is not completed: it waits for approvals (ACTIVITY_STATUS_CONSENSUS_NEEDED)\n` +
        `  to approve it, another user runs\n    mintmark call approve_activity fingerprint=${fingerprint} --key FILE\n` +
        `  to check its status, run\n    mintmark call get_activity activityId=${id} --key ann.json\n`,
    );
  });

  test('behavior: when the time is over, the activity still waits', async () => {
    const { code, stderr } = await run(...tag('Late'), '--key', 'ann.json', '--wait', '--timeout', '1s');
    expect([code, stderr]).toEqual([3, expect.stringContaining('is not completed: it waits for approvals')]);
  });

  test('error: the activity is rejected', async () => {
    const waiting = run(...tag('Rejected'), '--key', 'ann.json', '--wait');
    const fingerprint = await pendingFingerprint('Rejected');
    expect((await run('reject_activity', `fingerprint=${fingerprint}`)).code).toBe(0);
    const { code, stderr } = await waiting;
    expect(stderr).toMatch(/^mintmark: the activity \S{36} was rejected\n$/);
    expect(code).toBe(1);
  });

  test.runIf(hasProgram('script', 'mintmark call in a terminal', 'bsdutils'))(
    'behavior: a terminal shows a line of progress, which is erased, and then a table',
    async () => {
      const command = [process.execPath, bin, 'call', ...tag('Shown'), '--key', 'ann.json', '--wait'];
      await using terminal = new PseudoTerminal(command, { ...compileCache, ...env }, directory);
      await terminal.shows(/activity \S{36}: waiting for approvals … \d+ s/);
      await run('approve_activity', `fingerprint=${await pendingFingerprint('Shown')}`);
      expect(await terminal.ended()).toBe(0);
      const [before, table = ''] = terminal.output.split('\r\u{1b}[Kid ');
      expect(before).toContain('\r\u{1b}[Kactivity ');
      expect(`id ${table.replaceAll('\r', '')}`).toMatch(
        /^id +\S{36}\ntype +ACTIVITY_TYPE_CREATE_USER_TAG\nstatus +ACTIVITY_STATUS_COMPLETED\nuserTagId +\S{36}\nuserIds +\[\]\n$/,
      );
    },
  );

  /** Waits until an activity that creates this tag is there. */
  async function pendingFingerprint(name: string): Promise<string> {
    for (;;) {
      const { stdout } = await run('list_activities', 'filterByStatus.0=ACTIVITY_STATUS_CONSENSUS_NEEDED');
      const { activities } = JSON.parse(stdout) as { activities: { fingerprint: string; intent: unknown }[] };
      const found = activities.find(({ intent }) => JSON.stringify(intent).includes(`"${name}"`));
      if (found) return found.fingerprint;
    }
  }
});

describe('mintmark call --dry-run', () => {
  test.each([
    ['root.json', 0, 'would be allowed (OUTCOME_ALLOW); nothing was executed or stored\n'],
    ['ann.json', 3, 'would wait for approvals (OUTCOME_REQUIRES_CONSENSUS); nothing was'],
  ])('default: %s', async (key, code, words) => {
    const result = await run(...tag('Dry'), '--key', key, '--dry-run', '--output', 'table');
    expect([result.code, result.stderr]).toEqual([code, '']);
    expect(result.stdout).toContain(`create_user_tag ${words}`);
    expect((await run('list_user_tags')).stdout).not.toContain('"Dry"');
  });

  test('behavior: a denial says which policies decided', async () => {
    const denied = await run('delete_users', 'userIds:=[]', '--key', 'ann.json', '--dry-run', '--output', 'table');
    expect(denied.code).toBe(1);
    expect(denied.stdout).toMatch(/^delete_users would be denied \(OUTCOME_DENY_IMPLICIT\)/);
    expect(denied.stdout).toMatch(/policy "Tags" \S{36}: OUTCOME_DENY_IMPLICIT/);
  });

  test('args: JSON', async () => {
    const { stdout } = await run(...tag('Dry'), '--key', 'ann.json', '--dry-run');
    expect(JSON.parse(stdout).outcome).toBe('OUTCOME_REQUIRES_CONSENSUS');
  });

  test('args: a query is shown and not sent', async () => {
    const { code, stdout, stderr } = await run('whoami', '--dry-run', '--url', counterUrl());
    const body = `{"organizationId":"${readRoot().organizationId}"}`;
    expect([code, stderr]).toEqual([0, 'mintmark: not sent\n']);
    expect(stdout).toBe(`POST ${counterUrl()}/public/v1/query/whoami\n${body}\n`);
    expect(requests).toBe(0);
  });
});

const counterUrl = () => `http://127.0.0.1:${(counter.address() as AddressInfo).port}`;

describe('mintmark call --curl', () => {
  test('behavior: nothing is sent, and no key is printed', async () => {
    const { code, stdout, stderr } = await run(...tag('Curl'), '--curl', '--url', counterUrl());
    expect([code, requests]).toEqual([0, 0]);
    expect(stderr).toContain('not sent. The command holds a stamp, not a key');
    expect(stdout).toMatch(/^curl .*\n.*\n {2}--header 'X-Stamp: /);
    expect(stdout).not.toContain(readRoot().apiPrivateKey);
  });

  test.runIf(hasProgram('curl', 'the command of --curl with curl itself'))(
    'behavior: curl gets the answer',
    async () => {
      const { stdout } = await run('whoami', '--curl');
      const answer = await promisify(execFile)('sh', ['-c', stdout]);
      expect(JSON.parse(answer.stdout)).toEqual(JSON.parse((await run('whoami')).stdout));
    },
  );
});

describe('mintmark call: nothing is sent', () => {
  const { privateKey } = generatePrivateKey('p256').toApiKey();
  const organization = '57edc686-4d75-44c8-9591-a0fd76b2c95d';

  test.each([
    ['no operation', [], 'no operation given'],
    ['an unknown operation', ['get_walet'], 'no such operation: get_walet; did you mean get_wallet?'],
    ['an unknown field', ['get_user', 'userID=x'], 'userID is not a field; did you mean userId?'],
    ['a wrong type', ['create_user_tag', 'userTagName=a', 'userIds=x'], 'userIds is a list: write userIds.0=…'],
    ['a missing field', ['get_user'], 'userId is missing'],
    ['a key of another organization', ['whoami', '--organization', organization], ', not to 57edc686'],
    [
      'a key of another organization, named by the body',
      ['whoami', `organizationId=${organization}`],
      ', not to 57edc686',
    ],
    [
      'two organizations',
      ['whoami', `organizationId=${organization}`, '--organization', '5'],
      '--organization and the organizationId of the body',
    ],
    ['a missing key', ['whoami', '--key', 'nowhere.json'], 'there is no nowhere.json'],
    [
      'a key as an option',
      ['whoami', '--private-key', privateKey],
      'unknown option: --private-key; other users can see',
    ],
    [
      'a key as the value of an option',
      ['whoami', `--api-private-key=${privateKey}`],
      'unknown option: --api-private-key; other',
    ],
    ['a key as the value of another option', ['whoami', `--kye=${privateKey}`], 'unknown option: --kye;'],
    [
      'a field as an option',
      ['get_user', '--userId', 'x'],
      'unknown option: --userId; a field has no dashes: name=text\n  "mintmark call --help" lists the options\n',
    ],
    ['a key in place of a body', ['whoami', '--json', privateKey], '--json takes the name of a file, or - for'],
    ['a body in place of its file', ['whoami', '--json', '{}'], '--json takes the name of a file, or - for'],
    ['a key in place of the name of a field', ['whoami', `${privateKey}=`], 'each argument must be a field'],
    ['a list of objects as a text', ['create_users', 'users=Ann'], 'users is a list: write users.0.FIELD=…, or the'],
    ['a key in place of its file', ['whoami', '--key', privateKey], '--key takes the name of a file'],
    ['a key as a word', ['whoami', privateKey], 'each argument must be a field'],
    ['a key as a field', ['whoami', `apiPrivateKey=${privateKey}`], 'apiPrivateKey is not a field'],
    ['an unknown output', ['whoami', '--output', 'xml'], '--output must be json or table'],
    ['a wrong time', ['whoami', '--timeout', 'long'], '--timeout must be a duration'],
    ['a time that is too long', ['whoami', '--timeout', '25h'], '--timeout must be at most 24h'],
    ['a wait for a query', ['whoami', '--wait'], '--wait is for activities, but whoami is a query'],
    [
      'a wait for a dry run',
      [...tag('a'), '--wait', '--dry-run'],
      '--wait cannot be combined with --dry-run or --curl',
    ],
    ['a dry run of a query as curl', ['whoami', '--dry-run', '--curl'], 'cannot be combined for a query'],
    [
      'no configuration for a sign-up call',
      ['account', 'filterType=EMAIL', 'filterValue=a@example.com', '--auth-proxy-config', 'a b'],
      'needs the id of an auth-proxy configuration',
    ],
    [
      'an organization for a sign-up call',
      ['account', '--organization', organization],
      '--organization is for calls with a key',
    ],
    ['a wrong address', ['whoami', '--url', 'http://u:p@a.example'], 'the address of the service must be'],
    ['a file that is not there', ['whoami', '--json', 'nowhere.json'], '--json nowhere.json cannot be read: ENOENT'],
  ])('error: %s', async (_, words, message) => {
    const url = words.includes('--url') ? [] : ['--url', counterUrl()];
    const { code, stdout, stderr } = await run(...words, ...url);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^mintmark: /);
    expect(stderr).not.toContain(privateKey);
    expect(requests).toBe(0);
  });

  test('error: no key at all', async () => {
    const { code, stderr } = await runMintmark(['call', 'whoami', '--url', counterUrl()], {}, tmpdir());
    expect([code, requests]).toEqual([2, 0]);
    expect(stderr).toBe(
      'mintmark: there is no key: use --key FILE, or set MINTMARK_API_PUBLIC_KEY and MINTMARK_API_PRIVATE_KEY (there is no .mintmark/root.json, which the first start of the service writes)\n',
    );
  });
});

describe('mintmark call: the service refuses', () => {
  test('error: a key that the service does not know', async () => {
    const { publicKey, privateKey } = generatePrivateKey('p256').toApiKey();
    writeKey('unknown.json', { ...readRoot(), apiPublicKey: publicKey, apiPrivateKey: privateKey });
    const { code, stdout, stderr } = await run('whoami', '--key', 'unknown.json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mintmark: whoami: .* \(HTTP 401, PUBLIC_KEY_NOT_FOUND, request \S+\)\n {2}\S/);
  });

  test('error: a policy denies it', async () => {
    const { code, stderr } = await run('delete_users', 'userIds:=[]', '--key', 'ann.json');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^mintmark: delete_users: .* \(HTTP 40[03], /)]);
  });

  test('error: no service answers', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const { code, stderr } = await run('whoami', '--url', `http://127.0.0.1:${port}`);
    expect([code, stderr]).toEqual([
      1,
      `mintmark: no service answers at http://127.0.0.1:${port} (ECONNREFUSED): start it first, or correct the address\n`,
    ]);
  });
});

describe('mintmark operations', () => {
  test('default: grouped by tag', async () => {
    const { code, stdout, stderr } = await runMintmark(['operations'], {}, directory);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Activities\n {2}get_activity +query +Get an activity\n/);
    expect(stdout).toMatch(/\n\nSign-up\n(.*\n)* {2}signup_v2 +sign-up +\S/);
  });

  test('args: a word, and JSON', async () => {
    const { stdout } = await runMintmark(['operations', 'USER_TAG', '--output', 'json'], {}, directory);
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual([
      'list_user_tags',
      'create_user_tag',
      'delete_user_tags',
      'update_user_tag',
    ]);
  });

  test.each([
    [['fly'], 'no operation has the word fly'],
    [['a', 'b'], 'more than one word is given'],
    [['--output', 'xml'], '--output must be json or table'],
  ])('error: %j', async (words, message) => {
    expect(await runMintmark(['operations', ...words], {}, directory)).toEqual({
      code: 2,
      stdout: '',
      stderr: `mintmark: ${message}\n`,
    });
  });
});
