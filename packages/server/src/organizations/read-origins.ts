/** Reads a list of web origins that is separated by commas; undefined if one of them is not exactly an origin for passkeys. */
export function readOrigins(list: string): readonly string[] | undefined {
  const origins = list.split(',').map((origin) => origin.trim());
  return origins.every(isOrigin) ? origins : undefined;
}

/** Browsers offer passkeys to https, and to http on this machine. They compare origins as text: no other spelling matches. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url?.origin !== text || !name.test(url.hostname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname));
}

/** A URL may have a host with a wildcard; nobody is there. */
const name = /^[a-z0-9.-]+$/;
const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost');
