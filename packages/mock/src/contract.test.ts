import { document, type OpenApiDocument } from '@mintmark/openapi';
import { describe, expect, test } from 'vitest';
import { operation, operations } from '../test/documented.ts';
import { createContract, type Exchange, type HeaderValues } from './contract.ts';

const contract = await createContract();
const whoami = operation('whoami');
const createUsers = operation('createUsers');

const request = (body: unknown = whoami.request, headers: Record<string, string> = {}) => ({
  headers: { 'Content-Type': 'application/json', 'X-Stamp': 'any', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const answer = {
  organizationId: whoami.request['organizationId'],
  organizationName: 'a',
  userId: whoami.request['organizationId'],
  username: 'b',
};
const response = (body: unknown = answer, more: object = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});

const pair = (name: string, value = 'any'): [string, string][] => [[name, value]];

const check = (exchange: Partial<Exchange>, path = whoami.path) =>
  contract
    .violations({ method: 'POST', path, ...exchange })
    .map(({ where, location, message }) => [where, location, message]);

test('default', () => {
  expect(check({ request: request(), response: response() })).toEqual([]);
});

test.each(operations.map((each) => [each.id, each] as const))('default: the examples of %s', (_, each) => {
  const headers = each.path.startsWith('/v1/') ? { 'X-Auth-Proxy-Config-Id': 'any' } : { 'X-Stamp-WebAuthn': 'any' };
  expect(check({ request: { headers, body: JSON.stringify(each.request) } }, each.path)).toEqual([]);
});

describe('requests', () => {
  test('args: path, with a query or unknown', () => {
    expect(check({ request: request() }, `${whoami.path}?a=b`)).toEqual([]);
    const unknown = ['request', 'path', '/nowhere is not in the contract'];
    expect(check({ request: request(), response: response() }, '/nowhere?a=b')).toEqual([unknown]);
    expect(check({}, `${whoami.path}/`)).toHaveLength(1);
    expect(check({}, '/__proto__')).toHaveLength(1);
  });

  test('args: method', () => {
    expect(check({ method: 'post', request: request() })).toEqual([]);
    expect(check({ method: 'GET', request: request() })).toEqual([['request', 'method', 'must be POST, not GET']]);
  });

  test('args: headers in every form', () => {
    const { headers, body } = request();
    for (const form of [
      headers,
      new Headers(headers),
      Object.entries(headers) as [string, string][],
      { 'x-stamp': ['any'] },
    ]) {
      expect(check({ request: { headers: form, body } })).toEqual([]);
    }
  });

  test.each([
    [{ 'X-Stamp': '' }, 0],
    [{ 'X-Stamp-WebAuthn': 'any' }, 2],
  ])('error: credentials %j', (headers, count) => {
    const message = `must have exactly one of X-Stamp, X-Stamp-WebAuthn, not ${count}`;
    expect(check({ request: request(whoami.request, headers) })).toEqual([['request', 'header', message]]);
  });

  test.each<[string, HeaderValues]>([
    ['as pairs', [...pair('X-Stamp'), ...pair('X-Stamp')]],
    ['as pairs, in another case', [...pair('X-Stamp'), ...pair('x-stamp')]],
    ['as pairs, one of them empty', [...pair('X-Stamp'), ...pair('X-Stamp', '')]],
    ['as a list', { 'X-Stamp': ['any', 'any'] }],
    ['in another case', { 'X-Stamp': 'any', 'x-stamp': 'any' }],
  ])('error: the same credential twice: %s', (_, headers) => {
    const message = 'must have exactly one of X-Stamp, X-Stamp-WebAuthn, not 2';
    expect(check({ request: { ...request(), headers } })).toEqual([['request', 'header', message]]);
  });

  test.each(['text/plain', 'application/json-patch+json', 'nonsense', ';', 'application/jsonx'])(
    'error: the media type %s',
    (type) => {
      expect(check({ request: request(whoami.request, { 'Content-Type': type }) })).toEqual([
        ['request', 'header.content-type', `must be application/json, not ${type}`],
      ]);
    },
  );

  test.each(['application/json; charset=utf-8', 'Application/JSON', ''])('behavior: the media type %j', (type) => {
    expect(check({ request: request(whoami.request, { 'Content-Type': type }) })).toEqual([]);
  });

  test.each([
    ['', 'is empty'],
    ['{', 'is not JSON'],
    ['\ufeff{}', 'is not JSON'],
    ['{"a":1,"a":2}', 'has the member "a" twice in one object'],
    ['null', 'must be object'],
    ['false', 'must be object'],
    ['0', 'must be object'],
    ['""', 'must be object'],
    ['[]', 'must be object'],
    ['1', 'must be object'],
    ['['.repeat(10_000) + ']'.repeat(10_000), 'is nested too deeply'],
    [JSON.stringify({ organizationId: 'a'.repeat(8 * 1024 * 1024) }), 'has a string that is too long'],
  ])('error: the body %.20s', (body, message) => {
    expect(check({ request: request(body) })).toEqual([['request', 'body', message]]);
  });

  const [user] = (createUsers.request['parameters'] as { users: object[] }).users;
  const users = (change: object) => ({ ...createUsers.request, parameters: { users: [user, { ...user, ...change }] } });

  test.each([
    ['missing', users({ userName: undefined }), 'parameters.users.1.userName', 'Required'],
    ['unknown', users({ userNam: 'a' }), 'parameters.users.1.userNam', 'Unrecognized key'],
    ['unknown, with a slash', users({ 'a/b~c': 'a' }), 'parameters.users.1.a/b~c', 'Unrecognized key'],
    ['unknown, with a quote', users({ "a'b": 'a' }), "parameters.users.1.a'b", 'Unrecognized key'],
    [
      '__proto__',
      JSON.stringify(createUsers.request).replace('{', '{"__proto__":{},'),
      '__proto__',
      'Unrecognized key',
    ],
    ['of another type', users({ userName: 1 }), 'parameters.users.1.userName', 'must be string'],
    [
      'malformed',
      users({ userPhoneNumber: '1' }),
      'parameters.users.1.userPhoneNumber',
      expect.stringMatching(/^must match pattern "/),
    ],
    [
      'too long',
      users({ userName: 'a'.repeat(257) }),
      'parameters.users.1.userName',
      'must NOT have more than 256 characters',
    ],
    [
      'of an unknown type',
      { ...createUsers.request, type: 'NONSENSE' },
      'type',
      expect.stringMatching(/^must be equal to one of the allowed values: ACTIVITY_TYPE_CREATE_USERS_V4$/),
    ],
  ])('error: a member is %s', (_, body, field, message) => {
    expect(check({ request: request(body) }, createUsers.path)).toEqual([['request', `body.${field}`, message]]);
  });
});

describe('another document', () => {
  /** The packaged document, with other schemas. */
  const withSchemas = (schemas: object): OpenApiDocument => ({
    ...document,
    components: { ...document.components, schemas: { ...document.components.schemas, ...schemas } },
  });
  const schema = (type: object) => ({ type: 'object', properties: { map: type }, required: ['map'] });
  const exchange = (map: unknown) => ({
    method: 'POST',
    path: whoami.path,
    request: request({ map }),
    response: response({ map }),
  });

  test('args: document', async () => {
    const strings = schema({ type: 'object', additionalProperties: { type: 'string' } });
    const other = withSchemas({ WhoamiRequest: strings, WhoamiResponseBody: strings });
    const before = structuredClone(other);
    const { violations } = await createContract(other);
    expect(other).toEqual(before);
    expect(violations(exchange({ 'a/b~c': 'd' }))).toEqual([]);
    expect(violations(exchange({ 'a/b~c': 1 }))).toEqual([
      { where: 'request', location: 'body.map.a/b~c', message: 'must be string' },
      { where: 'response', location: 'body.map.a/b~c', message: 'must be string' },
    ]);
  });

  test('error: a schema that cannot be compiled does not accept everything', async () => {
    const broken = schema({ type: 'string', pattern: '(' });
    const requests = await createContract(withSchemas({ WhoamiRequest: broken }));
    expect(() => requests.violations(exchange('a'))).toThrow(
      `the document's schema for requests of ${whoami.path} cannot be compiled`,
    );
    const answers = await createContract(withSchemas({ WhoamiRequest: schema({}), WhoamiResponseBody: broken }));
    expect(() => answers.violations(exchange('a'))).toThrow(
      `the document's schema for answers 200 of ${whoami.path} cannot be compiled`,
    );
  });
});

describe('responses', () => {
  test('error: an undocumented status', () => {
    for (const status of [204, 302, 418, 422, 502]) {
      const message = `must be one of 200, 400, 401, 403, 404, 409, 413, 429, 500, 501, 503, not ${status}`;
      expect(check({ response: response('', { status }) })).toEqual([['response', 'status', message]]);
    }
  });

  test('error: the media type', () => {
    const problem = (headers: Record<string, string>) => check({ response: response(answer, { headers }) });
    expect(problem({})).toEqual([['response', 'header.content-type', 'must be application/json, but is missing']]);
    expect(problem({ 'Content-Type': 'nonsense' })).toEqual([
      ['response', 'header.content-type', 'must be application/json, not nonsense'],
    ]);
    expect(problem({ 'Content-Type': 'application/json; charset=utf-8' })).toEqual([]);
  });

  test('error: several violations', () => {
    const { username: _, ...body } = { ...answer, userId: 'nonsense' };
    const exchange = { request: request('{', { 'X-Stamp': '' }), response: response(body, { headers: {} }) };
    expect(check(exchange).map(([where, location]) => `${where} ${location}`)).toEqual([
      'request header',
      'request body',
      'response header.content-type',
      'response body.username',
      'response body.userId',
    ]);
  });

  test('error: the body', () => {
    expect(check({ response: response('<html>') })).toEqual([['response', 'body', 'is not JSON']]);
    expect(check({ response: response('[]') })).toEqual([['response', 'body', 'must be object']]);
    expect(check({ response: response('null') })).toEqual([['response', 'body', 'must be object']]);
  });

  test('error: an error body of another shape', () => {
    const violations = check({ response: response({ error: 'too many requests' }, { status: 429 }) });
    expect(violations.map(([, location, message]) => [location, message])).toEqual([
      ['body.code', 'Required'],
      ['body.message', 'Required'],
      ['body.details', 'Required'],
    ]);
  });

  test('error: a header', () => {
    const error = { code: 8, message: 'a', details: [] };
    const after = (value: string) =>
      check({ response: response(error, { status: 429, headers: { ...response().headers, 'Retry-After': value } }) });
    expect(after('2')).toEqual([]);
    expect(after('soon')).toEqual([['response', 'header.retry-after', 'must be integer']]);
    expect(after('-1')).toEqual([['response', 'header.retry-after', 'must be >= 0']]);
  });

  test('behavior: accepts new members', () => {
    expect(check({ response: response({ ...answer, later: 1 }) })).toEqual([]);
  });

  test('error: a response whose type is not that of its request', () => {
    const [current, older] = createUsers.versions;
    const completed = createUsers.answers['completed']?.value as { activity: object };
    const body = { ...createUsers.request, type: older?.type, parameters: older?.example };
    const activity = (version = current, intent: unknown = createUsers.request['parameters']) => ({
      activity: { ...completed.activity, type: version?.type, intent: { [version?.intentKey ?? '']: intent } },
    });
    const exchange = (answered: object) =>
      check({ request: request(body), response: response(answered) }, createUsers.path);
    expect(exchange(activity(older, older?.example))).toEqual([]);
    expect(exchange(activity()).map(([, location]) => location)).toEqual([
      'body.activity.type',
      'body.activity.intent.createUsersIntentV3',
      'body.activity.intent',
    ]);
    expect(check({ response: response(activity(older, older?.example)) }, createUsers.path)).toEqual([]);
  });
});

describe('activities', () => {
  const completed = createUsers.answers['completed']?.value as { activity: { intent: object; result: object } };
  const { intent, result } = completed.activity;
  const done = 'body.activity.result';
  const asked = 'body.activity.intent';
  const early = 'must be empty until the activity is completed';
  const only = (key: string, names: string) => `must have exactly one member, ${key}, not ${names}`;
  const any = (names: string) => `must have exactly one member, not ${names}`;
  const both = 'createUsersResult, deleteUserTagsResult';
  const pending = { status: 'ACTIVITY_STATUS_PENDING' };
  const answered = (path: string, change: object) =>
    check({ response: response({ activity: { ...completed.activity, ...change } }) }, path);

  test.each<[string, object, string, string, string]>([
    ['no result', { result: {} }, done, only('createUsersResult', 'none'), any('none')],
    [
      'two results',
      { result: { ...result, deleteUserTagsResult: {} } },
      done,
      only('createUsersResult', both),
      any(both),
    ],
    ['an early result', pending, done, early, early],
    [
      'two intents',
      { intent: { ...intent, other: {} } },
      asked,
      only('createUsersIntentV4', 'createUsersIntentV4, other'),
      any('createUsersIntentV4, other'),
    ],
  ])('error: %s', (_, change, location, message, messageOfAny) => {
    expect(answered(createUsers.path, change)).toEqual([['response', location, message]]);
    expect(answered(operation('getActivity').path, change)).toEqual([['response', location, messageOfAny]]);
  });

  test('error: the result of another operation', () => {
    const change = { result: { deleteUserTagsResult: { userTagIds: [] } } };
    const message = only('createUsersResult', 'deleteUserTagsResult');
    expect(answered(createUsers.path, change)).toEqual([['response', done, message]]);
    expect(answered(operation('getActivity').path, change)).toEqual([]);
  });

  test.each(['PENDING', 'FAILED', 'REJECTED', 'CONSENSUS_NEEDED'])('behavior: %s without a result', (status) => {
    const change = { status: `ACTIVITY_STATUS_${status}`, result: {} };
    expect(answered(createUsers.path, change)).toEqual([]);
    expect(answered(operation('getActivity').path, change)).toEqual([]);
  });

  test('error: in a list', () => {
    const activities = [completed.activity, { ...completed.activity, ...pending }];
    expect(check({ response: response({ ...answer, activities }) })).toEqual([
      ['response', 'body.activities.1.result', early],
    ]);
  });

  test.each([{ activity: null }, { activity: { ...completed.activity, intent: null, result: [] } }])(
    'error: a value that is not an activity has no members: %.60j',
    (body) => {
      const locations = check({ response: response(body) }, createUsers.path).map(([, location]) => location);
      expect(locations).toEqual(body.activity ? [asked, done] : ['body.activity']);
    },
  );
});
