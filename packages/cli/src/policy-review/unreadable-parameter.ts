import type { PolicyContext } from '@mintmark/server/core/handlers/implement';
import type { PolicySubject } from '@mintmark/server/core/requests/read-activity';

/**
 * The parameter with the transaction or typed data that cannot be read, if there is one. Policies see nothing of it, so most
 * would not apply, and a case that expects a denial would hold by mistake.
 */
export async function unreadableParameter(
  context: PolicyContext,
  subject: PolicySubject,
  parameters: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const expected = expectedIn(parameters);
  if (!expected) return undefined;
  const views = await subject.views(context, { has: () => true });
  const isShown = views.some((view) => Object.keys(view).some((namespace) => expected.namespaces.test(namespace)));
  return isShown ? undefined : expected.member;
}

function expectedIn(parameters: Readonly<Record<string, unknown>>) {
  if ('unsignedTransaction' in parameters) return { member: 'unsignedTransaction', namespaces: /\.tx$/ };
  const member = 'payloads' in parameters ? 'payloads' : 'payload';
  switch (parameters['encoding']) {
    case 'PAYLOAD_ENCODING_EIP712':
      return { member, namespaces: /^eth\.eip_712$/ };
    case 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION':
      return { member, namespaces: /^eth\.eip_7702_authorization$/ };
    default:
      return undefined;
  }
}
