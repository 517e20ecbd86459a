import { useEffect, useState } from 'preact/hooks';

interface CopyableProps {
  readonly value: string;
  /** What it is, for people who cannot see it. */
  readonly label: string;
  /** Shows the beginning and the end only. The whole is copied. */
  readonly isShort?: boolean;
}

const shortened = (value: string) => (value.length > 20 ? `${value.slice(0, 10)}…${value.slice(-6)}` : value);

/** An id or an address with a button that copies it. */
export function Copyable({ value, label, isShort = false }: CopyableProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), 2_000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid('Copied');
    } catch {
      setSaid('Not copied: select the text');
    }
  };
  return (
    <span class="copyable">
      <code title={value}>{isShort ? shortened(value) : value}</code>
      <button type="button" class="quiet" onClick={copy} aria-label={`Copy ${label}`}>
        {said || 'Copy'}
      </button>
      <span class="unseen" role="status">
        {said}
      </span>
    </span>
  );
}
