/** A name, which may be empty, with an address. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** RFC 5321 §4.1.2 without quoted local parts, comments and addresses of hosts: nothing in it has a meaning in a header or a command. */
const pattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/;

export const isMailAddress = (text: string): boolean => text.length <= 254 && pattern.test(text);

/** Whether a text may be in a header: CR and LF would begin another header. */
export const isHeaderText = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed();

/** Reads `address` or `Name <address>`. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, name = '', bracketed] = /^([^<>"]*)<([^<>]*)>$/.exec(text) ?? [];
  const address = bracketed ?? text;
  return isMailAddress(address) && isHeaderText(name) ? { name: name.trim(), address } : undefined;
}

/** A mailbox as an operator writes it. */
export const mailboxText = ({ name, address }: Mailbox): string => (name === '' ? address : `${name} <${address}>`);

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
