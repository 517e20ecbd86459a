import { readdirSync } from 'node:fs';
import { ApiError } from '../../core/model/api-error.ts';
import { pageHeaders } from '../http/answers.ts';
import type { Page } from '../http/pages.ts';
import { readRootFile } from './root-file.ts';
import { filePage, type Row, redirectPage } from './static-files.ts';

interface OidcIssuer {
  readonly issuer: string;
  readonly audiences?: readonly string[] | undefined;
}

interface DemoOptions {
  /** The built page, a flat directory. */
  readonly directory: URL;
  /** Where root.json is. */
  readonly dataDirectory: string;
  /** The identity providers whose tokens are accepted. */
  readonly issuers: readonly OidcIssuer[];
}

/** Reads the sample sign-in page of a clone. */
export function readDemoPages({ directory, dataDirectory, issuers }: DemoOptions): Row[] {
  const headers = demoHeaders(issuers.map(({ issuer }) => new URL(issuer).origin));
  const files = readdirSync(directory).map(
    (name): Row => [`/demo/${name}`, filePage(new URL(name, directory), headers)],
  );
  return [
    ...files,
    ['/demo/', filePage(new URL('index.html', directory), headers)],
    ['/demo', redirectPage('/demo/')],
    ['/demo/config.json', configPage(dataDirectory, issuers)],
  ];
}

/** Like the docs page, but it may also ask the configured identity providers where users sign in. */
const demoHeaders = (origins: readonly string[]) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...new Set(origins)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
});

/** What the page has to know of the installation: only public parts of root.json, and where to sign in with OpenID. */
function configPage(dataDirectory: string, issuers: readonly OidcIssuer[]): Page {
  const read = async () => {
    const root = await readRootFile(dataDirectory);
    if (!root) throw new ApiError('ROUTE_NOT_FOUND', 'root.json of this installation is not here');
    const { organizationId, authProxyConfigId, keys } = root;
    const oidc = issuers.flatMap(({ issuer, audiences = [] }) => audiences.map((clientId) => ({ issuer, clientId })));
    return { organizationId, authProxyConfigId, otpPublicKey: keys.otp, oidc: oidc.slice(0, 1) };
  };
  return {
    name: 'files',
    answer: async () => ({ status: 200, headers: { ...pageHeaders }, body: JSON.stringify(await read()) }),
  };
}
