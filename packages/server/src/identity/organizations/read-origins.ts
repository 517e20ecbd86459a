/** Reads a comma-separated list of web origins; undefined if one of them is not exactly an origin that passkeys can have. */
export function readOrigins(list: string): readonly string[] | undefined {
  const origins = list.split(',').map((origin) => origin.trim());
  return origins.every(isOrigin) ? origins : undefined;
}

/** Browsers offer passkeys on https, and on http only for localhost. Origins are compared as text: no other spelling matches. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url?.origin !== text || !name.test(url.hostname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname));
}

/** URL.parse accepts a wildcard in a host, which no origin has. */
const name = /^[a-z0-9.-]+$/;
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');
