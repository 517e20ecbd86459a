import { describe, expect, test } from 'vitest';
import { composeMail } from '../adapters/mail/compose-mail.ts';
import { buildPasscodeMail, buildPasscodeText, isLinkTemplate, isTextTemplate } from './passcode-mail.ts';

const passcode = { code: 'K7QX2M9PD', appName: 'Acme', minutes: 5 };
const magicLinkTemplate = 'https://app.test/login?code=%s&next=%2Fhome';

describe('the mail', () => {
  test('default: subject, text and HTML', () => {
    const { subject, text, html } = buildPasscodeMail(passcode);
    expect(subject).toBe('Your Acme verification code');
    expect(text).toBe(`Your verification code for Acme:

K7QX2M9PD

The code works once, within 5 minutes. Do not share it with anyone.

If you did not request a code, ignore this message.
`);
    expect(html).toContain('>K7QX2M9PD</div>');
    expect(html).toContain('within 5 minutes.');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/https?:|<img|<script|<link|url\(|@import/);
  });

  test('args: a logo and a link', () => {
    const { text, html } = buildPasscodeMail({
      ...passcode,
      minutes: 1,
      logoUrl: 'https://cdn.test/logo.png?a=1&b="2"',
      magicLinkTemplate,
    });
    const link = 'https://app.test/login?code=K7QX2M9PD&next=%2Fhome';
    expect(text.split('\n')).toEqual(expect.arrayContaining(['K7QX2M9PD', link]));
    expect(text).toContain('within 1 minute.');
    expect(html).toContain('<img src="https://cdn.test/logo.png?a=1&amp;b=%222%22" alt="Acme"');
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(html.match(/https?:[^"]*/g)).toHaveLength(2);
  });

  test('behavior: a logo that is wider than the card keeps its proportions', () => {
    const { html } = buildPasscodeMail({ ...passcode, logoUrl: 'https://cdn.test/wide.png' });
    const style = /<img [^>]*style="([^"]*)"/.exec(html)?.[1]?.split(';');
    expect(style).toEqual(expect.arrayContaining(['width:auto', 'height:auto', 'max-width:100%', 'max-height:40px']));
  });

  test.each([
    'http://cdn.test/logo.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//cdn.test/x',
    'https://u:p@cdn.test/x',
    '',
  ])('behavior: a logo at %j is left out', (logoUrl) => {
    expect(buildPasscodeMail({ ...passcode, logoUrl })).toEqual(buildPasscodeMail(passcode));
  });

  test.each([
    '<script>alert(1)</script>',
    '"><img src=https://evil.test/x>',
    "' onload='x",
    '</title><style>*{}</style>',
    '&lt;b&gt;',
  ])('behavior: no markup comes from the name %j', (appName) => {
    const logoUrl = 'https://cdn.test/logo.png';
    const tags = (html: string) => html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/alt="[^"]*"/, ''));
    for (const options of [{}, { logoUrl }]) {
      const { html } = buildPasscodeMail({ ...passcode, ...options, appName });
      expect(tags(html)).toEqual(tags(buildPasscodeMail({ ...passcode, ...options }).html));
      expect(html).not.toContain(appName);
    }
  });

  test('behavior: a name cannot add lines, hide the code or reverse the text', async () => {
    const { subject, text } = buildPasscodeMail({
      ...passcode,
      appName: 'A\r\nBcc: eve@evil.test\n\n000000\n\u202ecme\ud800',
    });
    expect(subject).toBe('Your A Bcc: eve@evil.test 000000 cme\ufffd verification code');
    expect(text.split('\n').filter((line) => /^\w+$/.test(line))).toEqual(['K7QX2M9PD']);
    const message = { to: 'alice@example.test', subject, text };
    const { bytes } = await composeMail(message, { from: { name: '', address: 'no-reply@mail.test' } });
    expect(bytes.toString()).toContain('\r\nK7QX2M9PD\r\n');
    expect(bytes.toString()).not.toMatch(/^Bcc:/m);
  });

  test.each([
    [magicLinkTemplate, true],
    ['https://app.test/{{.OtpCode}}', true],
    ['http://localhost:3000/#%s', true],
    ['http://app.test/%s', false],
    ['https://app.test/', false],
    ['https://%s.app.test/', false],
    ['javascript:alert("%s")', false],
    ['%s', false],
  ])('args: the link %j', (template, isRight) => {
    expect(isLinkTemplate(template)).toBe(isRight);
    const { text } = buildPasscodeMail({ ...passcode, magicLinkTemplate: template });
    expect(text.includes('open this link')).toBe(isRight);
  });
});

describe('the text message', () => {
  test('default: fits one message', () => {
    const text = buildPasscodeText(passcode);
    expect(text).toBe('K7QX2M9PD is your Acme verification code. It works for 5 minutes.');
    expect(text.length).toBeLessThanOrEqual(160);
  });

  test('args: a template with the place of the code', () => {
    expect(buildPasscodeText({ ...passcode, code: "$&$'", template: '{{.OtpCode}}: {{.OtpCode}}' })).toBe("$&$': $&$'");
    expect(isTextTemplate('Code {{.OtpCode}}')).toBe(true);
    expect(isTextTemplate('Code %s')).toBe(false);
  });

  test('behavior: a template without the place of the code is not used', () => {
    expect(buildPasscodeText({ ...passcode, template: 'Hello' })).toBe(buildPasscodeText(passcode));
  });
});
