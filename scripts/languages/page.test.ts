import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { document } from '@mintmark/openapi';
import { apiKeyStampHeader, stampSchemes } from '@mintmark/stamper/protocol';
import { describe, expect, test } from 'vitest';
import { root } from '../command.ts';
import { languages } from './languages.ts';
import { readPage } from './page.ts';

const fence = '```';

test('default', () => {
  const page = `# C

Words with \`code\`.

\`src/main.c\`:

${fence}c
int main() {}
${fence}

In a directory with a copy of \`openapi.json\`:

${fence}sh
cc src/main.c
./a.out
${fence}

${fence}text
hello
${fence}
`;
  expect(readPage(page)).toEqual([
    { file: 'src/main.c', text: 'int main() {}\n' },
    { commands: 'cc src/main.c\n./a.out\n', output: 'hello\n' },
  ]);
});

test.each([
  ['a file without a name', `${fence}c\nint x;\n${fence}\n`],
  ['output without commands', `${fence}text\nhello\n${fence}\n`],
  ['a file without a name after commands', `${fence}sh\ntrue\n${fence}\n\n${fence}c\nint x;\n${fence}\n`],
  ['output twice', `${fence}sh\ntrue\n${fence}\n\n${fence}text\na\n${fence}\n\n${fence}text\nb\n${fence}\n`],
  ['output of a file', `\`a.c\`:\n\n${fence}c\nint x;\n${fence}\n\n${fence}text\na\n${fence}\n`],
])('error: %s', (_name, page) => {
  expect(() => readPage(page)).toThrow('is neither a file, nor commands, nor their output');
});

// biome-ignore lint/suspicious/noExplicitAny: the test knows the shapes of these examples.
const answerOf = (path: string, example: string): any => {
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const operation = document.paths[`/public/v1/${path}`]?.['post'] as any;
  return operation.responses[200].content['application/json'].examples[example].value;
};

describe.each(languages.map((language) => [language.name, language] as const))('the page of %s', (name, language) => {
  const page = readFileSync(join(root, `docs/${name}.md`), 'utf8');
  const steps = readPage(page);
  const program = steps.flatMap((step) => ('file' in step ? [step.text] : [])).join('');

  test('behavior: ends with the program, and shows the answers of the mock', () => {
    const who = answerOf('query/whoami', 'success');
    const [userId] = answerOf('submit/create_users', 'completed').activity.result.createUsersResult.userIds;
    const [vault] = answerOf('query/list_earn_vaults', 'success').vaults;
    expect(steps.at(-1)).toMatchObject({
      output: `${who.username} of ${who.organizationName}\ncreated ${userId}\nvault ${vault.name}\n`,
    });
  });

  test('behavior: stamps according to the protocol', () => {
    expect(program).toContain(`"${stampSchemes.p256}"`);
    expect(program).toContain(`"${apiKeyStampHeader}"`);
  });

  test('behavior: names the document that the generator reads', () => {
    expect(page).toContain(`copy of \`${language.document}\``);
  });
});

test('behavior: every page belongs to a language, and the overview lists it', () => {
  const above = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const listed = [...above.matchAll(/^\| \[\w+\]\((\w+)\.md\) \| [^|]+ \| `([^`]+)` \|$/gm)].map(([, ...row]) => row);
  expect(listed).toEqual(languages.map(({ name, document: read }) => [name, read]));
});

const linesOf = (name: string, file?: string) =>
  readPage(readFileSync(join(root, `docs/${name}.md`), 'utf8'))
    .map((step) => ('file' in step ? file === step.file && step.text : file === undefined && step.commands) || '')
    .join('')
    .trimEnd();

test.each([
  ['go', linesOf('go').match(/(?<=go run |go get )\S+\w+/g), /@v\d+\.\d+\.\d+$/],
  ['python', linesOf('python', 'requirements.txt').split('\n'), /^[\w-]+==\d+\.\d+\.\d+$/],
  ['rust', linesOf('rust', 'Cargo.toml').split('[dependencies]\n')[1]?.split('\n'), /^\w+ = .*"=\d+\.\d+\.\d+"/],
  ['java', linesOf('java', 'pom.xml').match(/(?<=artifactId>\s*)<(?!\/).*/g), /^<version>\d+\.\d+\.\d+<\/version>$/],
])('behavior: the page of %s pins versions exactly', (_name, versions, exactly) => {
  expect(versions?.length).toBeGreaterThan(1);
  for (const version of versions ?? []) expect(version).toMatch(exactly);
});
