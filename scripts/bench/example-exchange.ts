import { document } from '@mintmark/openapi';
import { createP256Stamper, generatePrivateKey, type Stamp } from '@mintmark/stamper';

interface Examples {
  readonly content: { readonly 'application/json': { readonly examples: Record<string, { readonly value: unknown }> } };
}

/** A request of the document and its first response, as they are on the wire. */
export interface ExampleExchange {
  readonly title: 'whoami' | 'createUsers';
  readonly path: string;
  readonly body: string;
  readonly stamp: Stamp;
  readonly answer: string;
}

/** A small and a typical exchange. */
export async function makeExampleExchanges(): Promise<ExampleExchange[]> {
  const { stamp } = createP256Stamper(generatePrivateKey('p256').toApiKey());
  const paths = { whoami: '/public/v1/query/whoami', createUsers: '/public/v1/submit/create_users' };
  return Promise.all(
    (['whoami', 'createUsers'] as const).map(async (title) => {
      const path = paths[title];
      const { post } = document.paths[path] as { post: { requestBody: Examples; responses: { 200: Examples } } };
      const body = first(post.requestBody);
      return { title, path, body, stamp: await stamp(body), answer: first(post.responses[200]) };
    }),
  );
}

function first({ content }: Examples): string {
  return JSON.stringify(Object.values(content['application/json'].examples)[0]?.value);
}

/** The baseline: sends prepared bytes, and parses the answer without checking it. */
export async function bareFetch(
  baseUrl: string,
  { path, body, stamp }: ExampleExchange,
  fetch: (url: string, init: RequestInit) => Promise<Response> = globalThis.fetch,
): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', [stamp.name]: stamp.value };
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return JSON.parse(await response.text());
}
