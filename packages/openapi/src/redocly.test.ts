import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { document, document30Path, documentPath } from './index.ts';

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const config = join(import.meta.dirname, '../redocly.yaml');

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintmark-lint-'));
});
afterAll(() => rm(directory, { recursive: true }));

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly { readonly ruleId: string }[];
}

const lint = (file: string) =>
  new Promise<Report>((resolve, reject) => {
    const args = [cli, 'lint', '--config', config, '--format', 'json', file];
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(error ?? new Error(stdout));
      }
    });
  });

// biome-ignore lint/suspicious/noExplicitAny: the mutations reach deep into a document whose shape they know.
type Loose = any;

const lintMutated = async (name: string, mutate: (copy: Loose) => void) => {
  const copy = structuredClone(document) as Loose;
  mutate(copy);
  const file = join(directory, `${name.replaceAll(/\W+/g, '-')}.json`);
  await writeFile(file, JSON.stringify(copy));
  return lint(file);
};

test.each([
  ['3.1', documentPath],
  ['3.0', document30Path],
])('default: no error and no warning, and nothing ignored in OpenAPI %s', async (_version, path) => {
  const { totals } = await lint(path);
  console.log(`redocly: ${JSON.stringify(totals)}`);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});

const whoami = '/public/v1/query/whoami';
const schemas = (copy: Loose) => copy.components.schemas;

const mutations: Record<string, (copy: Loose) => void> = {
  'contract/no-null': (copy) => {
    schemas(copy).Tag.properties.tagName.type = ['string', 'null'];
  },
  'contract/no-default': (copy) => {
    schemas(copy).PaginationOptions.properties.limit.default = '10';
  },
  'contract/no-all-of': (copy) => {
    schemas(copy).WalletParams.allOf = [{ $ref: '#/components/schemas/Tag' }];
  },
  'contract/no-tuple': (copy) => {
    schemas(copy).WalletResult.properties.addresses.prefixItems = [{ type: 'string' }];
  },
  'contract/no-exclusive-limit': (copy) => {
    schemas(copy).ApiError.properties.code.exclusiveMinimum = 0;
  },
  'contract/pattern-accepts-examples': (copy) => {
    schemas(copy).PaginationOptions.properties.limit.pattern += '/i';
  },
  'contract/no-union': (copy) => {
    schemas(copy).Tag.properties.tagName = { description: 'd', oneOf: [{ type: 'string' }, { type: 'number' }] };
  },
  'contract/described-properties': (copy) => {
    delete schemas(copy).Tag.properties.tagName.description;
  },
  'contract/stamps-are-security-schemes': (copy) => {
    const parameter = { in: 'header', name: 'X-Stamp', description: 'd', required: true, schema: { type: 'string' } };
    copy.paths[whoami].post.parameters = [parameter];
  },
  'contract/full-error-set': (copy) => {
    delete copy.paths[whoami].post.responses[429];
  },
  'no-invalid-media-type-examples': (copy) => {
    copy.paths[whoami].post.requestBody.content['application/json'].examples.request.value.organizationId = 7;
  },
  'no-invalid-schema-examples': (copy) => {
    schemas(copy).PaginationOptions.properties.limit.examples = [7];
  },
  'operation-description': (copy) => {
    delete copy.paths[whoami].post.description;
  },
  'operation-operationId-unique': (copy) => {
    copy.paths[whoami].post.operationId = 'getActivity';
  },
  'no-unused-components': (copy) => {
    schemas(copy).Stray = { type: 'string', description: 'd' };
  },
};

test.each(Object.entries(mutations))('error: %s', async (rule, mutate) => {
  const { problems } = await lintMutated(rule, mutate);
  expect(problems.map((problem) => problem.ruleId)).toContain(rule);
});
