import { createClient } from '@mintmark/client';
import { document } from '@mintmark/openapi';
import { type Holdings, holdApiKey } from '@mintmark/openapi/docs-page/held-key';
import { type Operation, readOperation } from '@mintmark/openapi/docs-page/operation';
import type { SnippetLanguage } from '@mintmark/openapi/docs-page/snippet-languages';
import { currentBody, type StampedRequest, stampRequest } from '@mintmark/openapi/docs-page/stamped-request';
import { createP256Stamper } from '@mintmark/stamper';
import { Refusal } from '../command.ts';

/** The members of root.json that the snippets need. */
interface SnippetRoot {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly authProxyConfigId: string;
  readonly apiPublicKey: string;
  readonly apiPrivateKey: string;
}

export interface SnippetCheck {
  readonly language: SnippetLanguage;
  /** The service to call, with the key of a root user. */
  readonly root: SnippetRoot;
  /** Runs a program with this environment, and resolves to its output. */
  readonly run: (program: string, env: Readonly<Record<string, string>>) => Promise<string>;
}

/** Texts that break a program which quotes them wrongly. The second one needs the other form of a string in each language. */
const texts = [`it's "Zoë" 🔑 \\ $HOME $(date) %s %d {0} <b> & !!`, '\'\'\' \\""" \uFEFF `x` \u2028 \\'];

/** Runs the snippets of the docs page for one language against a service, and verifies what they did. */
export async function checkSnippets({ language, root, run }: SnippetCheck): Promise<void> {
  const { baseUrl, organizationId, authProxyConfigId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = root;
  const key = { publicKey, privateKey };
  const holdings: Holdings = { organizationId, authProxyConfigId, key: await holdApiKey(key) };
  const env = { MINTMARK_API_PUBLIC_KEY: publicKey, MINTMARK_API_PRIVATE_KEY: privateKey };
  const runSnippet = async (request: StampedRequest, expected: string) => {
    const program = language.build(request);
    if (program.includes(privateKey)) throw new Refusal(`the snippet contains the private key:\n${program}`);
    const printed = await run(program, request.operation.isProxy ? {} : env);
    if (!printed.includes(expected)) throw new Refusal(`it prints\n${printed}without ${expected}:\n${program}`);
  };
  const request = (operation: Operation, members: object) => {
    const text = JSON.stringify({ ...operation.example, ...members }, null, 2);
    return stampRequest(operation, currentBody(text, Date.now()), baseUrl, holdings);
  };

  await runSnippet(await request(operationOf('/public/v1/query/whoami'), { organizationId }), organizationId);
  await runSnippet(await request(operationOf('/v1/account'), {}), '{}');
  const createPolicy = operationOf('/public/v1/submit/create_policy');
  const expected = texts.map((text) => `${language.name} ${text}`);
  for (const [index, notes] of expected.entries()) {
    const policy = { policyName: `${language.name} ${index}`, effect: 'EFFECT_ALLOW', condition: 'false', notes };
    await runSnippet(await request(createPolicy, { organizationId, parameters: policy }), 'ACTIVITY_STATUS_COMPLETED');
  }

  const client = createClient({ baseUrl, organizationId, stamper: createP256Stamper(key) });
  const created = (await client.listPolicies()).policies.map(({ notes }) => notes);
  const missing = expected.filter((notes) => !created.includes(notes));
  if (missing.length > 0) throw new Refusal(`not created: ${JSON.stringify(missing)}, but ${JSON.stringify(created)}`);
}

const documented = document.paths as Readonly<Record<string, { readonly post: Parameters<typeof readOperation>[1] }>>;

/** Every operation of the document. */
export const operations: readonly Operation[] = Object.entries(documented).map(([path, { post }]) =>
  readOperation(path, post),
);

function operationOf(path: string): Operation {
  const found = operations.find((operation) => operation.path === path);
  if (!found) throw new Error(`no such path: ${path}`);
  return found;
}
