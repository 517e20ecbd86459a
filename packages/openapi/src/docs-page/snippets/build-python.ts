import { stampSchemes } from '@mintmark/stamper/protocol';
import type { StampedRequest } from '../stamped-request.ts';
import { bodyParts } from './body-parts.ts';

/** A string of Python: as it is between three quotes, if that is possible, because it is easier to read. */
function literal(text: string): string {
  const isRaw = !/'''|'$|\\$|\r/.test(text);
  // What JSON escapes, Python escapes in the same way.
  return isRaw ? `r'''${text}'''` : JSON.stringify(text);
}

/** The request as a Python program, which reads an API key from the environment. */
export function buildPython(request: StampedRequest): string {
  const { url, credential, kind } = request;
  const [before, after] = bodyParts(request);
  const hasTime = after !== undefined;
  const body = hasTime
    ? `body = ${literal(before)} + str(time.time_ns() // 1_000_000) + ${literal(after)}`
    : `body = ${literal(before)}`;
  const header = (value: string) => `headers = {"Content-Type": "application/json", "${credential.name}": ${value}}`;
  const send = `response = httpx.post(${JSON.stringify(url)}, content=body.encode(), headers=headers)
print(response.status_code, response.text)
`;
  if (kind !== 'apiKey') return `import httpx\n\n${body}\n${header(literal(credential.value))}\n${send}`;
  return `import base64
import json
import os
${hasTime ? 'import time\n' : ''}
import httpx
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

${body}
key = ec.derive_private_key(int(os.environ["MINTMARK_API_PRIVATE_KEY"], 16), ec.SECP256R1())
stamp = {
    "publicKey": os.environ["MINTMARK_API_PUBLIC_KEY"],
    "scheme": "${stampSchemes.p256}",
    "signature": key.sign(body.encode(), ec.ECDSA(hashes.SHA256())).hex(),
}
${header('base64.urlsafe_b64encode(json.dumps(stamp).encode()).decode()')}
${send}`;
}
