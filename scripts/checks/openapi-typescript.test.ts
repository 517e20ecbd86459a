import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentPath } from '@mintmark/openapi';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintmark-types-'));
  const types = await openapiTypescript(pathToFileURL(documentPath), { alphabetize: true });
  await writeFile(join(directory, 'paths.ts'), astToString(types));
});
afterAll(() => rm(directory, { recursive: true }));

const compile = async (program: string): Promise<string[]> => {
  const file = join(directory, 'program.ts');
  await writeFile(file, program);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    types: [],
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

const head = `import type { components } from './paths';\ntype Schemas = components['schemas'];\n`;

test('default: accepts the document; literals, enumerations and optional members survive', async () => {
  const program = `
    export const type: 'ACTIVITY_TYPE_CREATE_USERS_V4' = {} as Schemas['CreateUsersRequest']['type'];
    export const long: Schemas['WalletParams'] = { walletName: 'w', accounts: [], mnemonicLength: 24 };
    export const usual: Schemas['WalletParams'] = { walletName: 'w', accounts: [] };
    export const ids: string[] | undefined = ({} as Schemas['CreateUsersActivity']).result.createUsersResult?.userIds;
    export const claim: Schemas['ClaimSwapFeesIntent'] = {};`;
  expect(await compile(head + program)).toEqual([]);
});

test('error: requests that break the contract do not compile', async () => {
  const program = `
    // @ts-expect-error no such length
    export const wallet: Schemas['WalletParams'] = { walletName: 'w', accounts: [], mnemonicLength: 13 };
    // @ts-expect-error no such curve
    export const curve: Schemas['Curve'] = 'CURVE_P384';
    // @ts-expect-error the tags are required
    export const tags: Schemas['DeleteUserTagsIntent'] = {};
    // @ts-expect-error there are no parameters
    export const claim: Schemas['ClaimSwapFeesIntent'] = { amount: '1' };`;
  expect(await compile(head + program)).toEqual([]);
});
