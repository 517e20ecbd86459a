import { readFile } from 'node:fs/promises';
import { type ActivityUnit, ApiError, errorStatuses, errors, registry } from '@mintmark/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildDocument } from './build-document.ts';
import { document, documentPath, documentYamlPath } from './index.ts';
import { renderJson, renderYaml } from './render.ts';

const packageJson = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

interface Examples {
  readonly [name: string]: { readonly $ref?: string; readonly value?: unknown };
}
interface Body {
  readonly $ref?: string;
  readonly content: { readonly 'application/json': { readonly schema: { $ref: string }; readonly examples: Examples } };
}
interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly description: string;
  readonly security: object[];
  readonly requestBody: Body;
  readonly responses: Record<string, Body>;
  readonly 'x-activity-versions'?: { type: string; status: string; upgrade?: string }[];
}

const operationOf = (path: string) => document.paths[path]?.['post'] as Operation;

const resolve = <T>(node: T & { $ref?: string }): T =>
  node.$ref === undefined
    ? node
    : (node.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

describe('the committed document', () => {
  const fresh = buildDocument(registry, packageJson.version);

  test('behavior: matches the units byte for byte', async () => {
    const stale = 'packages/openapi/v1 does not match the units. It is generated: run npm run generate';
    expect(await readFile(documentPath, 'utf8'), stale).toBe(renderJson(fresh));
    expect(await readFile(documentYamlPath, 'utf8'), stale).toBe(renderYaml(fresh));
  });

  test('behavior: is the same as JSON and as YAML', async () => {
    expect(parse(await readFile(documentYamlPath, 'utf8'))).toEqual(document);
  });

  test('behavior: has the version of the package', () => {
    expect(document.info.version).toBe(packageJson.version);
  });

  test('behavior: names both base URLs', () => {
    expect(document.servers).toMatchObject([
      { url: '{base_url}', variables: { base_url: {} } },
      { url: '{auth_proxy_url}', variables: { auth_proxy_url: {} } },
    ]);
  });

  test('behavior: lists paths and components by name', () => {
    for (const names of [document.paths, ...Object.values(document.components).slice(0, 2)].map(Object.keys)) {
      expect(names).toEqual([...names].sort());
    }
  });

  test('behavior: carries the whole error catalogue', () => {
    expect(document['x-error-catalogue'].map((entry) => entry.errorCode)).toEqual(Object.keys(errors));
  });

  test('behavior: has the pattern of the characters that names do not have', () => {
    const hidden = new RegExp(document['x-hidden-characters'], 'u');
    expect(['\u202e', '\u200b', '\n', 'a', '\u200d', '愛'].filter((each) => hidden.test(each))).toHaveLength(3);
  });

  test('behavior: has one path for each unit', () => {
    expect(Object.keys(document.paths).sort()).toEqual(
      Object.values(registry)
        .map((unit) => unit.path)
        .sort(),
    );
  });
});

test.each(Object.entries(document.components.examples))(
  'behavior: the example %s fits the error of the schema',
  (_name, example) => {
    expect(ApiError.safeParse((example as { value: unknown }).value).error).toBeUndefined();
  },
);

describe.each(Object.values(registry).map((unit) => [unit.name, unit] as const))('%s', (_name, unit) => {
  const operation = operationOf(unit.path);

  test('behavior: has the id, tag, summary and description of the unit', () => {
    expect(operation).toMatchObject({
      operationId: unit.method,
      tags: [unit.tag],
      summary: unit.summary,
      description: unit.description,
    });
  });

  test('behavior: names its security', () => {
    const stamps = [{ ApiKeyStamp: [] }, { WebAuthnStamp: [] }];
    const attested = unit.name === 'stamp_login' ? [{ AttestedStamp: [] }] : [];
    expect(operation.security).toEqual(unit.kind === 'proxy' ? [{ AuthProxyConfig: [] }] : [...stamps, ...attested]);
  });

  test('behavior: documents every error status with named examples of that status', () => {
    expect(Object.keys(operation.responses).map(Number)).toEqual([200, ...errorStatuses]);
    for (const status of errorStatuses) {
      const { examples, schema } = resolve(operation.responses[status] as Body).content['application/json'];
      expect(schema).toEqual({ $ref: '#/components/schemas/ApiError' });
      expect(Object.keys(examples)).not.toEqual([]);
      for (const name of Object.keys(examples)) {
        expect(errors[name as keyof typeof errors].httpStatus).toBe(status);
      }
    }
  });

  test('behavior: every example passes the schema of the document', () => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)].map(resolve);
    for (const { content } of bodies) {
      const { schema, examples } = content['application/json'];
      const validate = ajv.compile({ $ref: `document${schema.$ref}` });
      for (const [name, example] of Object.entries(examples)) {
        const { value } = resolve(example);
        expect(validate(value), `${schema.$ref} ${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      }
    }
  });
});

const activities = Object.values(registry).filter((unit): unit is ActivityUnit => unit.kind === 'activity');

/** The reference to the activity in the response of an operation. */
const answeredActivity = (unit: ActivityUnit) =>
  resolve<{ properties: { activity: { $ref: string } } }>(
    operationOf(unit.path).responses[200]?.content['application/json'].schema as never,
  ).properties.activity;

const votes = activities.filter((unit) => 'selection' in unit);

describe.each(votes.map((unit) => [unit.name, unit] as const))('%s', (_name, unit) => {
  test('behavior: returns an activity of any type', () => {
    expect(answeredActivity(unit)).toEqual({ $ref: '#/components/schemas/Activity' });
  });

  test('behavior: has no result key and no policy', () => {
    const operation = operationOf(unit.path);
    expect(operation['x-activity-versions']?.[0]).not.toHaveProperty('resultKey');
    expect(operation).not.toHaveProperty('x-policy');
  });

  test('behavior: shows the states that the vote can leave the activity in, each with the vote', () => {
    const states = {
      VOTE_SELECTION_APPROVED: ['completed', 'failed', 'pending', 'consensusNeeded'],
      VOTE_SELECTION_REJECTED: ['rejected'],
    };
    const { examples } = operationOf(unit.path).responses[200]?.content['application/json'] ?? {};
    expect(Object.keys(examples ?? {})).toEqual(states[unit.selection]);
    const message = JSON.stringify(
      operationOf(unit.path).requestBody.content['application/json'].examples['request']?.value,
    );
    for (const { value } of Object.values(examples ?? {})) {
      expect(value).toMatchObject({
        activity: { fingerprint: unit.example.parameters.fingerprint, votes: [{ selection: unit.selection, message }] },
      });
    }
  });
});

const withResult = activities.filter((unit) => 'resultKey' in unit);

describe.each(withResult.map((unit) => [unit.name, unit] as const))('%s', (_name, unit) => {
  test('behavior: returns its own literal type, intent key and result key', () => {
    const activity = resolve<{ properties: Record<string, { enum?: string[]; properties?: object }> }>(
      answeredActivity(unit) as never,
    );
    expect(activity.properties['type']?.enum).toEqual([unit.type]);
    expect(Object.keys(activity.properties['intent']?.properties ?? {})).toEqual([unit.intentKey]);
    expect(Object.keys(activity.properties['result']?.properties ?? {})).toEqual([unit.resultKey]);
  });
});

describe.each(activities.map((unit) => [unit.name, unit] as const))('%s', (_name, unit) => {
  test('behavior: has its version history', () => {
    expect(operationOf(unit.path)['x-activity-versions']?.map(({ type, status }) => [type, status])).toEqual([
      [unit.type, 'current'],
      ...unit.superseded.map(({ type }) => [type, 'superseded']),
    ]);
  });
});
