/** Creates an element. Text is only ever added as text, so markup in it has no effect. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** Creates a button that does not submit a form. */
export function button(label: string, press: () => unknown): HTMLButtonElement {
  const made = element('button', { type: 'button' }, label);
  made.addEventListener('click', press);
  return made;
}

/** A line that screen readers read when its text changes. */
export class StatusLine {
  readonly node = element('p', { class: 'mm-status', role: 'status' });

  show(text: string, isError = false): void {
    this.node.classList.toggle('mm-error', isError);
    this.node.textContent = text;
  }
}

/** A field that the browser neither fills, nor corrects, nor restores after a reload. */
export const unkept = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' };
