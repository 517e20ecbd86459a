import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../command.ts';

const file = join(root, 'packages/client/src/hover.ts');
const text = `
import { createAuthProxyClient, createClient } from './index.ts';
import { createClient as createCoreClient } from './core.ts';
import { createUsers } from './generated/operations.ts';
const options = { baseUrl: '', authProxyConfigId: '' };
createClient(options).createUsers;
createClient(options).createUsersOrThrow;
createClient(options).listEarnVaults;
createClient(options).stamp;
createCoreClient({ ...options, operations: { createUsers } }).createUsersOrThrow;
createAuthProxyClient(options).signupV2;
createClient(options).createUsers({ users: [] }, { pendingTimeout: 1 });
createClient(options).createUsers({
  users: [{ userName: '', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }],
});
`;

const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: [],
  }),
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  getScriptFileNames: () => [file],
  getScriptSnapshot: (path) => {
    const content = path === file ? text : ts.sys.readFile(path);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getScriptVersion: () => '1',
  fileExists: (path) => path === file || ts.sys.fileExists(path),
  readFile: ts.sys.readFile,
});

/** The text that an editor shows for a name in a line of the program. */
function hover(line: string, name: string): string {
  const position = text.indexOf(name, text.indexOf(line));
  const info = service.getQuickInfoAtPosition(file, position);
  const parts = [info?.documentation, ...(info?.tags ?? []).map((tag) => tag.text)];
  return parts.map(ts.displayPartsToString).join('\n');
}

test('default: the program compiles', () => {
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
});

test.each([
  ['createClient(options).createUsers;', 'createUsers', /^Create users\.\n\nAdds users to the organization, each with/],
  [
    'createClient(options).createUsersOrThrow;',
    'createUsersOrThrow',
    /^Create users\.\n\nAdds users to the organization/,
  ],
  ['createCoreClient({', 'createUsersOrThrow', /^Create users\.\n\nAdds users to the organization/],
  ['createClient(options).listEarnVaults;', 'listEarnVaults', /^List the vaults in the catalog\.\n\nLists the vaults/],
  ['createClient(options).stamp;', 'stamp', /^Builds and stamps a request without sending it/],
  ['createAuthProxyClient(options).signupV2;', 'signupV2', /^Sign up\.\n\nOnboards a new user/],
  ['createClient(options).createUsers({ users: []', 'pendingTimeout', /^How long to poll while the activity runs/],
  ['users: [{ userName:', 'userName', /Human-readable name of the user/],
])('behavior: %s shows its doc comment', (line, name, words) => {
  expect(hover(line, name)).toMatch(words);
});
