import type { components } from '@mintmark/client';
import type { Query } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { ActionButton, DangerButton } from '../../ui/change.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { methodNames } from './auth-proxy-draft.ts';
import { AuthProxyForm } from './auth-proxy-form.tsx';

type Config = components['schemas']['AuthProxyConfig'];

interface AuthProxyProps {
  readonly config: Query<Config | undefined>;
  readonly onChanged: () => void;
}

/** The proxy that lets users sign up and sign in with codes. */
export function AuthProxy({ config, onChanged }: AuthProxyProps) {
  const { data, failure } = config;
  const { canChange, organizationName } = useSession();
  const isOff = failure?.code === 'AUTH_PROXY_NOT_ENABLED';
  return (
    <Section title="Sign-up proxy">
      <div class="stack">
        <p>Pages use it to sign users up, and to send codes to users who sign in by e-mail or SMS.</p>
        {isOff && (
          <div class="empty">
            {canChange ? 'It is off. Enable it to let users sign in with codes.' : 'This organization has none.'}
          </div>
        )}
        {isOff && canChange && (
          <div class="actions">
            <ActionButton
              label="Enable the sign-up proxy"
              work={(client) => client.enableAuthProxy({})}
              onCompleted={onChanged}
            />
          </div>
        )}
        {!isOff && <QueryNotice of={config} />}
        {data && !isOff && <Settings config={data} />}
        {data && !isOff && canChange && (
          <div class="actions">
            <DialogButton label="Change the settings" onChanged={onChanged}>
              {(dialog) => <AuthProxyForm config={data} {...dialog} />}
            </DialogButton>
            <DangerButton
              label="Disable the sign-up proxy…"
              title="Disable the sign-up proxy"
              name={organizationName}
              work={(client) => client.disableAuthProxy({})}
              onCompleted={onChanged}
            >
              <p>
                Nobody can sign up or sign in with codes anymore. The settings, and the user that the proxy acts as, are
                deleted. Sub-organizations of users stay.
              </p>
            </DangerButton>
          </div>
        )}
      </div>
    </Section>
  );
}

function Settings({ config }: { readonly config: Config }) {
  const { shownOrganizationId } = useSession();
  const methods = methodNames.filter(([method]) => config.allowedAuthMethods.includes(method));
  return (
    <>
      {config.allowedOrigins.includes('*') && (
        <Notice kind="warning">Pages of any origin may use the proxy. Name the origins of your own pages.</Notice>
      )}
      <Facts
        rows={[
          ['Configuration id', <Copyable key="id" value={config.configId} label="configuration id" />],
          [
            'Acts as',
            <a key="user" href={linkTo(shownOrganizationId, 'users', config.userId)}>
              its own user
            </a>,
          ],
          ['Allowed origins', config.allowedOrigins.join(', ') || 'none'],
          ['Ways to sign in', methods.map(([, words]) => words).join(', ') || 'none'],
          ['Allowed issuers', config.allowedIssuers.join(', ') || 'none'],
          [
            'Codes',
            `${config.otpLength} ${config.otpAlphanumeric ? 'letters and digits' : 'digits'}, valid for ${config.otpExpirationSeconds} seconds`,
          ],
          ['Verification tokens', `valid for ${config.verificationTokenExpirationSeconds} seconds`],
          ['Sessions', `last for ${config.sessionExpirationSeconds} seconds`],
          [
            'Accounts are found',
            config.verificationTokenRequiredForGetAccountPii
              ? 'only with a verification token for the contact'
              : 'by e-mail address or phone number alone',
          ],
          config.sendFromEmailAddress !== undefined && ['Sender address', config.sendFromEmailAddress],
          config.sendFromEmailSenderName !== undefined && ['Sender name', config.sendFromEmailSenderName],
          config.replyToEmailAddress !== undefined && ['Reply-to address', config.replyToEmailAddress],
          Boolean(config.emailCustomizationParams?.appName) && [
            'Name of the application',
            config.emailCustomizationParams?.appName,
          ],
          Boolean(config.smsCustomizationParams?.template) && ['Text message', config.smsCustomizationParams?.template],
        ]}
      />
    </>
  );
}
