import { userEmail, userPhoneNumber } from '@mintmark/schema/fields/users/user';
import account from '@mintmark/schema/operations/sign-up/account';
import type { z } from 'zod';
import { answerProxy, type ProxyContext } from '../../core/handlers/answer-proxy.ts';
import { identityText } from '../../core/tables/searchable-values.ts';
import { findAccount, type SoughtAccount } from '../../identity/auth-proxy/find-account.ts';
import { verifyOidcToken } from '../../identity/auth-proxy/require-method.ts';
import type { Contact } from '../../identity/organizations/login-methods.ts';
import { soughtByContact } from '../../identity/verification-tokens/sought-contact.ts';
import { invalidToken, requireContact, verifyToken } from '../../identity/verification-tokens/verification-token.ts';

type Request = z.output<typeof account.request>;

export default answerProxy(account, async (context, request) => {
  await requireProof(context, request);
  const found = await findAccount(context, await soughtAccount(context, request));
  return found ? { organizationId: found.id } : {};
});

/** Refuses to say who has a contact, unless the caller has proved to own it. */
async function requireProof(context: ProxyContext, request: Request): Promise<void> {
  const contact = contactIn(request);
  if (!contact || !context.settings.verificationTokenRequiredForGetAccountPii) return;
  if (request.verificationToken === undefined) throw invalidToken('one is required to find an account by its contact');
  requireContact(await verifyToken(context, request.verificationToken), contact, request.filterValue);
}

const [anEmail, aPhoneNumber] = [userEmail(), userPhoneNumber()];

/** The contact that the request asks about. A user without another name has its contact as its name. */
function contactIn({ filterType, filterValue }: Request): Contact | undefined {
  if (filterType === 'EMAIL') return 'email';
  if (filterType === 'PHONE_NUMBER') return 'phoneNumber';
  if (filterType !== 'NAME' && filterType !== 'USERNAME') return undefined;
  if (anEmail.safeParse(filterValue).success) return 'email';
  return aPhoneNumber.safeParse(filterValue).success ? 'phoneNumber' : undefined;
}

async function soughtAccount(
  context: ProxyContext,
  { filterType, filterValue: value, oidcToken }: Request,
): Promise<SoughtAccount> {
  switch (filterType) {
    case 'NAME':
      return { kind: 'organizationName', value };
    case 'USERNAME':
      return { kind: 'userName', value };
    case 'EMAIL':
      return soughtByContact('email', value);
    case 'PHONE_NUMBER':
      return soughtByContact('phoneNumber', value);
    case 'CREDENTIAL_ID':
      return { kind: 'passkey', value };
    case 'PUBLIC_KEY':
      return { kind: 'publicKey', value: value.toLowerCase() };
    case 'OIDC_TOKEN':
      return { kind: 'oidcIdentity', value: identityText(await verifyOidcToken(context, oidcToken ?? value)) };
  }
}
