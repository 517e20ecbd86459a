import { replaceHidden } from '@mintmark/schema/fields/hidden-characters';

/** What a passcode is sent with. */
interface Passcode {
  readonly code: string;
  /** The name of the application that asked for the code. */
  readonly appName: string;
  /** For how long the code works. */
  readonly minutes: number;
}

interface PasscodeMailOptions extends Passcode {
  /** An https URL. Any other is left out. */
  readonly logoUrl?: string | undefined;
  /** A link that signs in with one click, with `%s` or `{{.OtpCode}}` in the place of the code. */
  readonly magicLinkTemplate?: string | undefined;
}

interface PasscodeTextOptions extends Passcode {
  /** The text, with `{{.OtpCode}}` in the place of the code. */
  readonly template?: string | undefined;
}

const codePlace = '{{.OtpCode}}';

/** Whether a text message from this template has the code. */
export const isTextTemplate = (template: string): boolean => template.includes(codePlace);

/** Whether a link from this template is https, or of this machine, and has the code. The code is never part of the host. */
export function isLinkTemplate(template: string): boolean {
  const [one, other] = ['a1', 'b2'].map((code) => URL.parse(fillLink(template, code)));
  if (!one || !other || one.href === other.href || one.origin !== other.origin) return false;
  return one.protocol === 'https:' || (one.protocol === 'http:' && one.hostname === 'localhost');
}

/**
 * The mail that brings a passcode. The text part has the code alone on its line. The HTML part loads nothing but the logo.
 *
 * @example
 * const { subject, text, html } = buildPasscodeMail({ code: '123456', appName: 'Acme', minutes: 5 });
 */
export function buildPasscodeMail({ code, minutes, logoUrl, magicLinkTemplate, ...given }: PasscodeMailOptions) {
  const appName = plainName(given.appName);
  const subject = `Your ${appName} verification code`;
  const link = magicLinkTemplate && isLinkTemplate(magicLinkTemplate) ? linkOf(magicLinkTemplate, code) : undefined;
  const logo = logoUrl === undefined ? null : URL.parse(logoUrl);
  const parts = { subject, appName, code, duration: durationOf(minutes), link };
  const isLogo = logo?.protocol === 'https:' && logo.username === '' && logo.password === '';
  return { subject, text: textOf(parts), html: htmlOf({ ...parts, logo: isLogo ? logo.href : undefined }) };
}

/** The text message that brings a passcode. */
export function buildPasscodeText({ code, minutes, template, appName }: PasscodeTextOptions): string {
  if (template !== undefined && isTextTemplate(template)) return template.replaceAll(codePlace, () => code);
  return `${code} is your ${plainName(appName)} verification code. It works for ${durationOf(minutes)}.`;
}

interface Parts {
  readonly subject: string;
  readonly appName: string;
  readonly code: string;
  readonly duration: string;
  readonly link: string | undefined;
}

const textOf = ({ appName, code, duration, link }: Parts) =>
  `Your verification code for ${appName}:

${code}
${link === undefined ? '' : `\nOr open this link to continue:\n\n${link}\n`}
The code works once, within ${duration}. Do not share it with anyone.

If you did not request a code, ignore this message.
`;

/** Tables and styles on the elements: many mail programs ignore anything newer. Those that know the dark scheme get its colours. */
function htmlOf({ subject, appName, code, duration, link, logo }: Parts & { readonly logo: string | undefined }) {
  const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  // The style has no fixed height: a wide logo that is scaled down has to keep its proportions.
  const head = logo
    ? `<img src="${escaped(logo)}" alt="${escaped(appName)}" height="40" style="display:block;width:auto;height:auto;max-width:100%;max-height:40px;border:0">`
    : escaped(appName);
  const button = link
    ? `
<tr><td style="padding:0 32px 24px"><a class="button" href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1f23;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">Continue</a></td></tr>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #111315 !important; }
  .card { background: #1c1f23 !important; border-color: #33383e !important; }
  .strong { color: #f2f4f6 !important; }
  .soft { color: #a7afb8 !important; }
  .code { background: #2a2e34 !important; color: #f2f4f6 !important; }
  .button { background: #f2f4f6 !important; color: #111315 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f5f7">
<tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:480px;background:#ffffff;border:1px solid #e3e6ea;border-radius:12px;${font}">
<tr><td class="strong" style="padding:32px 32px 16px;color:#1c1f23;font-size:18px;line-height:24px;font-weight:600;word-break:break-word">${head}</td></tr>
<tr><td class="strong" style="padding:0 32px 16px;color:#1c1f23;font-size:16px;line-height:24px;word-break:break-word">Your verification code for ${escaped(appName)}:</td></tr>
<tr><td style="padding:0 32px 24px"><div class="code" style="padding:16px 8px;border-radius:8px;background:#f4f5f7;color:#1c1f23;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:28px;line-height:36px;font-weight:600;letter-spacing:3px;text-align:center;white-space:nowrap">${escaped(code)}</div></td></tr>${button}
<tr><td class="soft" style="padding:0 32px 32px;color:#5b636d;font-size:14px;line-height:20px">The code works once, within ${duration}. Do not share it with anyone.<br><br>If you did not request a code, ignore this message.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const durationOf = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** Without line breaks, characters that change the direction of what follows, and others that nobody sees. */
const plainName = (name: string) =>
  replaceHidden(name.toWellFormed(), () => ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

const fillLink = (template: string, code: string) =>
  template.replaceAll(/%s|\{\{\.OtpCode\}\}/g, () => encodeURIComponent(code));

/** As the URL standard writes it, so that it has no spaces or line breaks. */
const linkOf = (template: string, code: string) => URL.parse(fillLink(template, code))?.href;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
