/** What a sign-in has to know of an organization. All of it is public. */
export interface Installation {
  readonly organizationId: string;
  /** For sign-in by e-mail code. */
  readonly authProxyConfigId?: string | undefined;
  /** The key that the service signs the targets of codes with. */
  readonly otpPublicKey?: string | undefined;
  /** The key that the service signs exports and imports with. */
  readonly signerPublicKey?: string | undefined;
}

const item = 'mintmark console installation';

/** The organization of a sign-in link, else the one that was used last. */
export function readInstallation(query: URLSearchParams): Installation | undefined {
  const organizationId = query.get('organization');
  if (organizationId)
    return {
      organizationId,
      authProxyConfigId: query.get('proxy') ?? undefined,
      otpPublicKey: query.get('otp') ?? undefined,
      signerPublicKey: query.get('signer') ?? undefined,
    };
  try {
    const kept = JSON.parse(localStorage.getItem(item) ?? 'null');
    return typeof kept?.organizationId === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the organization for the next sign-in. */
export const keepInstallation = (installation: Installation): void =>
  localStorage.setItem(item, JSON.stringify(installation));

/** A link that signs users of an organization in. */
export function signInLink(installation: Installation): string {
  const { organizationId, authProxyConfigId, otpPublicKey, signerPublicKey } = installation;
  const query = new URLSearchParams({
    organization: organizationId,
    ...(authProxyConfigId && { proxy: authProxyConfigId }),
    ...(otpPublicKey && { otp: otpPublicKey }),
    ...(signerPublicKey && { signer: signerPublicKey }),
  });
  return `${location.origin}${location.pathname}#/sign-in?${query}`;
}
