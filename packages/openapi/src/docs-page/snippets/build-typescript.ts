import { isPlain, parseObject } from '../json-text.ts';
import type { StampedRequest } from '../stamped-request.ts';
import { bodyParts } from './body-parts.ts';
import { quote, typescriptLiteral } from './typescript-literal.ts';

const keyLines = `const { MINTMARK_API_PUBLIC_KEY = '', MINTMARK_API_PRIVATE_KEY = '' } = process.env;
const stamper = createP256Stamper({ publicKey: MINTMARK_API_PUBLIC_KEY, privateKey: MINTMARK_API_PRIVATE_KEY });
`;

/** The request as a TypeScript program, which reads an API key from the environment. */
export function buildTypescript(request: StampedRequest): string {
  const members = isPlain(request.body) ? parseObject(request.body) : undefined;
  const { kind } = request;
  if (members && kind === 'configuration') return callProxy(request, members);
  if (members && kind === 'apiKey') return callClient(request, members) ?? fetchBytes(request);
  return fetchBytes(request);
}

const originOf = ({ url, operation }: StampedRequest) => quote(url.slice(0, -operation.path.length));

function callProxy(request: StampedRequest, input: object): string {
  const { operation, credential } = request;
  return `import { createAuthProxyClient } from '@mintmark/client';

const client = createAuthProxyClient({
  baseUrl: ${originOf(request)},
  authProxyConfigId: ${quote(credential.value)},
});
console.log(await client.${operation.name}(${typescriptLiteral(input)}));
`;
}

/** Calls the method of the operation, unless the body is not one that the method would send. */
function callClient(request: StampedRequest, body: Readonly<Record<string, unknown>>): string | undefined {
  const { operation } = request;
  const { organizationId, ...rest } = body;
  if (typeof organizationId !== 'string') return undefined;
  let args = Object.keys(rest).length > 0 ? typescriptLiteral(rest) : '';
  if ('timestampMs' in operation.example) {
    const { type, timestampMs, parameters, generateAppProofs, ...others } = rest;
    const isKnown = Object.keys(others).length === 0 && (generateAppProofs ?? true) === true;
    if (type !== operation.example['type'] || !isObject(parameters) || !isKnown) return undefined;
    args = typescriptLiteral(parameters) + (generateAppProofs ? ', { generateAppProofs: true }' : '');
  }
  return `import { createClient } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';

${keyLines}const client = createClient({
  baseUrl: ${originOf(request)},
  organizationId: ${quote(organizationId)},
  stamper,
});
console.log(await client.${operation.name}(${args}));
`;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sends exactly the body, which the client could not express. */
function fetchBytes(request: StampedRequest): string {
  const { url, credential, kind } = request;
  const [before, after] = bodyParts(request);
  const body = after === undefined ? quote(before) : `${quote(before)} + Date.now() + ${quote(after)}`;
  const isStampedHere = kind === 'apiKey';
  const [head, stamp, value] = isStampedHere
    ? [
        `import { createP256Stamper } from '@mintmark/stamper';\n\n${keyLines}`,
        'const stamp = await stamper.stamp(body);\n',
        'stamp.value',
      ]
    : ['', '', quote(credential.value)];
  return `${head}const body = ${body};
${stamp}const response = await fetch(${quote(url)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', '${credential.name}': ${value} },
  body,
  redirect: 'error',
});
console.log(response.status, await response.text());
`;
}
