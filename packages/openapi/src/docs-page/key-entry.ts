import { button, element, unkept } from './element.ts';
import { readKey } from './read-key.ts';

const forms =
  'Paste the content of root.json, a public and a private key in hex, a PEM text or a JSON Web Key, of P-256. Or drop the file here.';

/** The fields for a key that is not there yet. A file can be dropped anywhere on the panel. */
export function buildKeyEntry(panel: HTMLElement, use: (text: string) => Promise<boolean>, usePasskey: () => void) {
  const text = element('textarea', { id: 'mm-key-text', rows: '3', 'aria-describedby': 'mm-key-forms', ...unkept });
  const clear = () => {
    text.value = '';
  };
  const take = async () => {
    if (await use(text.value)) clear();
  };
  text.addEventListener('input', (event) => {
    // What is pasted is used immediately. What is typed may not be complete.
    if ((event as InputEvent).inputType === 'insertFromPaste' && isKey(text.value)) void take();
  });
  // Browsers may keep a page that the user left, to show it again.
  addEventListener('pagehide', clear);

  const file = element('input', { id: 'mm-key-file', type: 'file' });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await use(await beginningOf(chosen));
    file.value = '';
  });
  panel.addEventListener('dragover', (event) => event.preventDefault());
  panel.addEventListener('drop', async (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    await use(dropped ? await beginningOf(dropped) : (event.dataTransfer?.getData('text/plain') ?? ''));
  });

  const node = element(
    'div',
    {},
    element('label', { for: text.id }, 'API key'),
    text,
    element('p', { id: 'mm-key-forms', class: 'mm-hint' }, forms),
    element('div', { class: 'mm-row' }, button('Use key', take)),
    element('label', { for: file.id }, 'Key file'),
    file,
    ...buildPasskeyEntry(usePasskey),
  );
  return { node, focus: () => text.focus() };
}

/** Passkeys belong to a domain, so they cannot be used on a bare address. */
function buildPasskeyEntry(usePasskey: () => void): Node[] {
  const { hostname, port, pathname } = location;
  if (!('PublicKeyCredential' in globalThis)) return [];
  if (hostname === '127.0.0.1') {
    const link = element('a', { href: `http://localhost:${port}${pathname}` }, 'at localhost');
    return [element('p', { class: 'mm-hint' }, 'To use a passkey instead, open this page ', link, '.')];
  }
  const isAddress = /^[\d.]+$|:/.test(hostname);
  return isAddress ? [] : [element('div', { class: 'mm-row' }, button('Use a passkey', usePasskey))];
}

/** Enough to refuse a file that is too long. */
const beginningOf = (file: File) => file.slice(0, 100_000).text();

function isKey(text: string): boolean {
  try {
    readKey(text);
    return true;
  } catch {
    return false;
  }
}
