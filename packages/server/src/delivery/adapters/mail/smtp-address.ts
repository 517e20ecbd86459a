/** How to reach a mail server. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the start, TLS after STARTTLS, which is required, or none. */
  readonly tls: 'immediate' | 'starttls' | 'none';
  readonly credentials: { readonly user: string; readonly pass: string } | undefined;
}

/** What is accepted, for messages to the operator. */
export const smtpUrlRule =
  'must be smtps://user:password@host:465 (TLS), smtp://user:password@host:587 (STARTTLS), or smtp://host:25?tls=none';

/** Reads the URL of a mail server. Credentials are refused without TLS: they would be sent in the clear. */
export function readSmtpUrl(text: string): SmtpAddress | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return undefined;
  const isClear = url.protocol === 'smtp:' && url.search === '?tls=none';
  if (url.search !== '' && !isClear) return undefined;
  const tls = url.protocol === 'smtps:' ? 'immediate' : isClear ? 'none' : 'starttls';
  const defaultPort = { immediate: 465, starttls: 587, none: 25 }[tls];
  const credentials = readCredentials(url);
  if (credentials === null || (credentials && isClear)) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port: url.port === '' ? defaultPort : Number(url.port), tls, credentials };
}

/** A mail server without its credentials. */
export function smtpServerText({ host, port, tls }: SmtpAddress): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${tls === 'immediate' ? 'smtps' : 'smtp'}://${name}:${port}${tls === 'none' ? '?tls=none' : ''}`;
}

/** Null if they cannot be read. */
function readCredentials({ username, password }: URL): SmtpAddress['credentials'] | null {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') return null;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
