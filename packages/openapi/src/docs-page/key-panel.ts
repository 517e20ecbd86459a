import { button, element, StatusLine, unkept } from './element.ts';
import { type HeldKey, type Holdings, holdApiKey, holdPasskey, type KeyHolder } from './held-key.ts';
import { buildKeyEntry } from './key-entry.ts';
import { KeyError, readKey } from './read-key.ts';
import { isUuid } from './uuid.ts';

const promise =
  'Try it stamps each request in this page. The key stays in the memory of this page: it is never stored and never sent, and it is gone when you leave or reload the page.';
const insecure =
  'This page was loaded over plain HTTP, so others on the network could change it and read a key. To use a key, open it over https or on localhost.';

/** Where users enter the key that stamps their requests. */
export function buildKeyPanel(holder: KeyHolder): HTMLElement {
  const panel = element('section', { class: 'mm-panel mm-key', 'aria-labelledby': 'mm-key-title' });
  panel.append(element('h2', { id: 'mm-key-title' }, 'Key'), element('p', {}, promise));
  if (!isSecureContext) {
    panel.append(element('p', {}, insecure));
    return panel;
  }
  const status = new StatusLine();
  const organization = buildOrganizationField(holder, status);
  const held = buildHeldKey(holder, () => {
    status.show('The key is forgotten.');
    entry.focus();
  });

  const hold = (key: HeldKey, found: Partial<Holdings> = {}) => {
    holder.change({ key, ...found });
    const lacksOrganization = holder.holdings.organizationId === '';
    status.show(lacksOrganization ? 'The key is ready. Enter its organization ID.' : 'The key is ready.');
    if (lacksOrganization) organization.focus();
    else held.focus();
  };
  /** Resolves to whether the text is a key. */
  const use = async (text: string): Promise<boolean> => {
    try {
      const { apiKey, ...found } = readKey(text);
      hold(await holdApiKey(apiKey), found);
      return true;
    } catch (error) {
      // Other errors may quote the key.
      status.show(error instanceof KeyError ? error.message : 'The browser refused this key.', true);
      return false;
    }
  };
  const entry = buildKeyEntry(panel, use, () => hold(holdPasskey()));
  holder.watch(({ key }) => {
    entry.node.hidden = key !== undefined;
    held.node.hidden = key === undefined;
  });
  panel.append(
    entry.node,
    held.node,
    element('label', { for: organization.id }, 'Organization ID'),
    organization,
    status.node,
  );
  return panel;
}

/** The organization of the key, which most forms of a key do not name. */
function buildOrganizationField(holder: KeyHolder, status: StatusLine): HTMLInputElement {
  const field = element('input', { id: 'mm-organization', type: 'text', ...unkept });
  const entered = () => (isUuid(field.value.trim()) ? field.value.trim() : '');
  field.addEventListener('input', () => holder.change({ organizationId: entered() }));
  field.addEventListener('change', () => {
    const isWrong = entered() === '' && field.value !== '';
    field.setAttribute('aria-invalid', String(isWrong));
    status.show(isWrong ? 'An organization ID is a UUID.' : '', isWrong);
  });
  holder.watch(({ organizationId }) => {
    if (entered() !== organizationId) field.value = organizationId;
  });
  return field;
}

/** What is shown of a key. */
function buildHeldKey(holder: KeyHolder, forgotten: () => void) {
  const name = element('code');
  const forget = button('Forget key', () => {
    holder.forget();
    forgotten();
  });
  const kind = element('p');
  holder.watch(({ key }) => {
    name.textContent = key?.publicKey ?? '';
    if (key?.kind === 'passkey')
      kind.replaceChildren('Stamps with a passkey of this site. The browser asks for it each time.');
    else kind.replaceChildren('Stamps with the API key ', name);
  });
  const node = element('div', {}, kind, element('div', { class: 'mm-row' }, forget));
  return { node, focus: () => forget.focus() };
}
