import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '../operation.ts';
import type { StampedRequest } from '../stamped-request.ts';
import { snippetLanguages } from './snippet-languages.ts';
import { typescriptLiteral } from './typescript-literal.ts';

const [curl, typescript, python, go] = snippetLanguages;
const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
const origin = 'http://127.0.0.1:8080';

const whoami: Operation = {
  name: 'whoami',
  path: '/public/v1/query/whoami',
  isProxy: false,
  example: { organizationId },
};
const createTag: Operation = {
  name: 'createUserTag',
  path: '/public/v1/submit/create_user_tag',
  isProxy: false,
  example: { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', timestampMs: '1', organizationId, parameters: {} },
};
const account: Operation = { name: 'account', path: '/v1/account', isProxy: true, example: {} };

const stamped = (operation: Operation, body: string, kind: StampedRequest['kind'] = 'apiKey'): StampedRequest => ({
  operation,
  url: origin + operation.path,
  body,
  credential: { name: kind === 'configuration' ? 'X-Auth-Proxy-Config-Id' : 'X-Stamp', value: 'abc' },
  kind,
});
const activity = (members: object) => JSON.stringify({ ...createTag.example, ...members });

/** The arguments that a shell passes to curl, and what it writes to its input. */
function argumentsOf(command: string): { words: string[]; input: string } {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; case $* in *' @-') cat;; esac; }\n${command}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-eu'], { input: script, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const words = stdout.split('\0');
  return { input: words.pop() ?? '', words };
}

test('default: curl', () => {
  expect(curl.build(stamped(whoami, '{}'))).toBe(`curl --request POST 'http://127.0.0.1:8080/public/v1/query/whoami' \\
  --header 'Content-Type: application/json' \\
  --header 'X-Stamp: abc' \\
  --data-raw '{}'
`);
});

test('behavior: a shell passes exactly the body and the credential to curl', () => {
  const nasty = [
    "'",
    '"',
    '\\',
    '\n',
    '\t',
    '$',
    '`',
    '!',
    '%',
    '@',
    '*',
    '~',
    '#',
    ' ',
    'é',
    '🔑',
    '-',
    '&',
    '\u2028',
  ];
  const texts = fc.array(fc.constantFrom(...nasty, 'a'), { maxLength: 20 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, (body, value) => {
      const request = { ...stamped(whoami, body), credential: { name: 'X-Stamp', value } };
      expect(argumentsOf(curl.build(request)).words).toEqual([
        ...['--request', 'POST', request.url],
        ...['--header', 'Content-Type: application/json', '--header', `X-Stamp: ${value}`, '--data-raw', body],
      ]);
    }),
  );
});

test('behavior: a body that is too long for an argument goes to the input of curl', () => {
  const body = JSON.stringify({ a: "'é%s\\n".repeat(30_000) });
  const { words, input } = argumentsOf(curl.build(stamped(whoami, body)));
  expect(words.slice(-2)).toEqual(['--data-binary', '@-']);
  expect(input).toBe(body);
});

test('default: TypeScript calls the method of a query', () => {
  const body = JSON.stringify({ organizationId, userId: "it's" });
  expect(typescript.build(stamped({ ...whoami, name: 'getUser' }, body))).toContain(
    `  baseUrl: 'http://127.0.0.1:8080',
  organizationId: '${organizationId}',
  stamper,
});
console.log(await client.getUser({ userId: 'it\\'s' }));
`,
  );
  expect(typescript.build(stamped(whoami, JSON.stringify({ organizationId })))).toContain('client.whoami())');
});

test('default: TypeScript calls the method of an activity', () => {
  const body = activity({ parameters: { userTagName: 'A' }, generateAppProofs: true });
  expect(typescript.build(stamped(createTag, body))).toContain(
    `client.createUserTag({ userTagName: 'A' }, { generateAppProofs: true }))`,
  );
});

test('default: TypeScript calls the method of a sign-up operation', () => {
  const program = typescript.build(stamped(account, '{"filterType":"EMAIL"}', 'configuration'));
  expect(program).toContain(`authProxyConfigId: 'abc'`);
  expect(program).toContain(`client.account({ filterType: 'EMAIL' }))`);
  expect(program).not.toContain('stamper');
});

test.each([
  ['an older type', createTag, activity({ type: 'ACTIVITY_TYPE_OLD' })],
  ['a member that it does not know', createTag, activity({ more: 1 })],
  ['parameters that are not an object', createTag, activity({ parameters: [] })],
  ['a flag that it would not send', createTag, activity({ generateAppProofs: false })],
  ['no organization', createTag, activity({ organizationId: undefined })],
  ['a number that JavaScript cannot hold', whoami, `{"organizationId":"o","a":12345678901234567890}`],
  ['a repeated member', whoami, `{"organizationId":"o","organizationId":"p"}`],
])('behavior: TypeScript sends the text itself if the client would send another body: %s', (_, operation, body) => {
  const program = typescript.build(stamped(operation, body));
  expect(program).not.toContain('createClient');
  expect(program).toContain('await stamper.stamp(body)');
  const source = /const body = (.*);\n/.exec(program)?.[1];
  const sent: string = new Function('Date', `return ${source}`)({ now: () => 1 });
  expect(sent).toBe(body);
});

test('behavior: a value is equal to its TypeScript', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      const value = JSON.parse(JSON.stringify(given));
      expect(JSON.stringify(new Function(`return (${typescriptLiteral(value)})`)())).toBe(JSON.stringify(value));
    }),
  );
  const odd = JSON.parse('{"__proto__":1,"a-b":2,"2":3,"é":[],"c":{}}');
  expect(JSON.stringify(new Function(`return (${typescriptLiteral(odd)})`)())).toBe(JSON.stringify(odd));
});

test('behavior: programs set the time when they run, curl sends the stamped one', () => {
  const request = stamped(createTag, activity({ timestampMs: '1767225600000' }));
  expect(curl.build(request)).toContain('1767225600000');
  for (const { build } of [typescript, python, go]) expect(build(request)).not.toContain('1767225600000');
});

test('behavior: a passkey cannot be in the environment, so programs contain its stamp and the time that it covers', () => {
  const request = stamped(createTag, activity({ timestampMs: '1767225600000' }), 'passkey');
  for (const { build } of snippetLanguages) {
    const program = build(request);
    expect(program).toContain('1767225600000');
    expect(program).toContain('abc');
    expect(program).not.toContain('MINTMARK_API');
  }
});

test('behavior: programs name the key in the environment, and contain no stamp', () => {
  for (const { build } of [typescript, python, go]) {
    const program = build({ ...stamped(whoami, '{}'), credential: { name: 'X-Stamp', value: 'the-stamp' } });
    expect(program).toContain('MINTMARK_API_PRIVATE_KEY');
    expect(program).not.toContain('the-stamp');
  }
});
