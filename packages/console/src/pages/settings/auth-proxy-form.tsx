import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Checks } from '../../ui/checks.tsx';
import type { OpenDialog } from '../../ui/dialog-button.tsx';
import { Check, Field } from '../../ui/field.tsx';
import { changesOf, draftOf, methodNames, type ProxyDraft } from './auth-proxy-draft.ts';

interface AuthProxyFormProps extends OpenDialog {
  readonly config: components['schemas']['AuthProxyConfig'];
}

/** The form for the settings of the sign-up proxy. */
export function AuthProxyForm({ config, onClose, onChanged }: AuthProxyFormProps) {
  const [before] = useState(() => draftOf(config));
  const [draft, setDraft] = useState(before);
  const change = useChange<unknown>(onChanged);
  const set = (part: Partial<ProxyDraft>) => setDraft({ ...draft, ...part });
  const changes = changesOf(before, draft);
  return (
    <ChangeDialog
      title="Change the sign-up proxy"
      action="Save"
      of={change}
      isReady={Object.keys(changes).length > 0}
      onClose={onClose}
      onSubmit={() => void change.submit((client) => client.updateAuthProxyConfig(changes))}
    >
      <Field
        label="Allowed origins"
        rows={3}
        isCode
        value={draft.allowedOrigins}
        onInput={(allowedOrigins) => set({ allowedOrigins })}
        hint="One per line, such as https://app.example.com; * for any. Pages of other origins are refused."
      />
      <Checks
        label="Ways to sign in"
        options={methodNames}
        chosen={draft.allowedAuthMethods}
        onChange={(allowedAuthMethods) => set({ allowedAuthMethods })}
      />
      <Field
        label="Allowed issuers of identities"
        rows={2}
        isCode
        value={draft.allowedIssuers}
        onInput={(allowedIssuers) => set({ allowedIssuers })}
        hint="One per line; * for all that the service accepts."
      />
      <Codes draft={draft} set={set} />
      <Messages draft={draft} set={set} />
    </ChangeDialog>
  );
}

interface PartProps {
  readonly draft: ProxyDraft;
  readonly set: (part: Partial<ProxyDraft>) => void;
}

const Codes = ({ draft, set }: PartProps) => (
  <fieldset>
    <legend>Codes and sessions</legend>
    <Field
      label="Characters of a code"
      type="number"
      value={draft.otpLength}
      onInput={(otpLength) => set({ otpLength })}
      hint="6 to 9."
    />
    <Check
      label="Codes have letters as well as digits"
      isOn={draft.otpAlphanumeric}
      onChange={(otpAlphanumeric) => set({ otpAlphanumeric })}
    />
    <Field
      label="Seconds that a code is valid"
      type="number"
      value={draft.otpExpirationSeconds}
      onInput={(otpExpirationSeconds) => set({ otpExpirationSeconds })}
      hint="At most 600."
    />
    <Field
      label="Seconds that a verification token is valid"
      type="number"
      value={draft.verificationTokenExpirationSeconds}
      onInput={(verificationTokenExpirationSeconds) => set({ verificationTokenExpirationSeconds })}
      hint="At most 86400, a day."
    />
    <Field
      label="Seconds that a session lasts"
      type="number"
      value={draft.sessionExpirationSeconds}
      onInput={(sessionExpirationSeconds) => set({ sessionExpirationSeconds })}
      hint="At most 2592000, 30 days."
    />
    <Check
      label="Accounts are found by e-mail address or phone number only with a verification token for it"
      isOn={draft.verificationTokenRequiredForGetAccountPii}
      onChange={(isRequired) => set({ verificationTokenRequiredForGetAccountPii: isRequired })}
    />
  </fieldset>
);

const Messages = ({ draft, set }: PartProps) => (
  <fieldset>
    <legend>E-mails and text messages</legend>
    <Field
      label="Sender address"
      type="email"
      value={draft.sendFromEmailAddress}
      onInput={(sendFromEmailAddress) => set({ sendFromEmailAddress })}
      hint="Empty for the address of the service."
    />
    <Field
      label="Sender name"
      value={draft.sendFromEmailSenderName}
      onInput={(sendFromEmailSenderName) => set({ sendFromEmailSenderName })}
    />
    <Field
      label="Reply-to address"
      type="email"
      value={draft.replyToEmailAddress}
      onInput={(replyToEmailAddress) => set({ replyToEmailAddress })}
    />
    <Field
      label="Name of the application"
      value={draft.appName}
      onInput={(appName) => set({ appName })}
      hint="Empty for the name of the organization."
    />
    <Field
      label="Address of a logo"
      type="url"
      value={draft.logoUrl}
      onInput={(logoUrl) => set({ logoUrl })}
      hint="An https address."
    />
    <Field
      label="Link that signs in"
      value={draft.magicLinkTemplate}
      onInput={(magicLinkTemplate) => set({ magicLinkTemplate })}
      isCode
      hint="With %s in the place of the code."
    />
    <Field
      label="Text message"
      value={draft.smsTemplate}
      onInput={(smsTemplate) => set({ smsTemplate })}
      hint="With {{.OtpCode}} in the place of the code."
    />
  </fieldset>
);
