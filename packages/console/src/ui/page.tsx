import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  readonly title: string;
  /** What can be done here. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page with its heading, which gets the focus, so that screen readers say where the user is. */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = `${title} · Mintmark console`;
  }, [title]);
  return (
    <main id="content">
      <header class="page">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </main>
  );
}

/** A part of a page with a heading of its own. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
);
