import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFull } from '@mintmark/testing/effort';
import { patience } from '@mintmark/testing/patience';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { document, document30Path, documentPath } from './index.ts';

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const config = join(import.meta.dirname, '../redocly.yaml');

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly { readonly ruleId: string }[];
}

// biome-ignore lint/suspicious/noExplicitAny: the mutations reach deep into a document whose shape they know.
type Loose = any;

const whoami = '/public/v1/query/whoami';
const schemas = (copy: Loose) => copy.components.schemas;

/** Each breaks one rule, at a place of its own: one document can have all of them. */
const mutations: Record<string, (copy: Loose) => void> = {
  'contract/no-null': (copy) => {
    schemas(copy).Tag.properties.tagName.type = ['string', 'null'];
  },
  'contract/no-default': (copy) => {
    schemas(copy).PaginationOptions.properties.after.default = '10';
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
    schemas(copy).Wallet.properties.walletName = { description: 'd', oneOf: [{ type: 'string' }, { type: 'number' }] };
  },
  'contract/described-properties': (copy) => {
    delete schemas(copy).Tag.properties.tagId.description;
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
    schemas(copy).PaginationOptions.properties.before.examples = [7];
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

const documents = [
  ['3.1', documentPath],
  ['3.0', document30Path],
] as const;

/** The reports by file. */
let reports: ReadonlyMap<string, Report>;
let directory: string;
/** Whether each rule is broken in a document of its own, which takes a second each. */
const isAlone = inFull('one document for each broken rule');
const fileOf = (rule: string) => join(directory, isAlone ? `${rule.replaceAll('/', '-')}.json` : 'all-rules.json');

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintmark-lint-'));
  const broken = Map.groupBy(Object.keys(mutations), fileOf);
  for (const [file, rules] of broken) {
    const copy = structuredClone(document) as Loose;
    for (const rule of rules) mutations[rule]?.(copy);
    await writeFile(file, JSON.stringify(copy));
  }
  reports = await lint([...documents.map(([, path]) => path), ...broken.keys()]);
}, patience);
afterAll(() => rm(directory, { recursive: true }));

/** Lints all files in one run, because half of the time of a run is its start. */
function lint(files: readonly string[]): Promise<ReadonlyMap<string, Report>> {
  return new Promise((resolve, reject) => {
    const args = [cli, 'lint', '--config', config, '--format', 'json', ...files];
    execFile(process.execPath, args, { maxBuffer: 2 ** 28 }, (error, stdout) => {
      try {
        // One report for each file, in the order of the files, without a separator.
        const found: Report[] = JSON.parse(`[${stdout.replaceAll(/^\}\{$/gm, '},{')}]`);
        expect(found).toHaveLength(files.length);
        resolve(new Map(found.map((report, index) => [files[index] as string, report])));
      } catch (problem) {
        reject(error ?? problem);
      }
    });
  });
}

const reportOf = (file: string) => reports.get(file) ?? expect.unreachable(`no report for ${file}`);

test.each(documents)('default: no error and no warning, and nothing ignored in OpenAPI %s', (_version, path) => {
  const { totals } = reportOf(path);
  console.log(`redocly: ${JSON.stringify(totals)}`);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});

test.each(Object.keys(mutations))('error: %s', (rule) => {
  const { problems } = reportOf(fileOf(rule));
  expect(problems.map((problem) => problem.ruleId)).toContain(rule);
});
