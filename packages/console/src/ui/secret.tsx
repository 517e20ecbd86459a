import { useState } from 'preact/hooks';
import { Copyable } from './copyable.tsx';

/** A secret that is shown only while its button is pressed on. It is nowhere in the document before. */
export function Secret({ value, label }: { readonly value: string; readonly label: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div class="secret">
      {isShown ? <Copyable value={value} label={label} /> : <span class="small">Hidden</span>}
      <button type="button" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? `Hide the ${label}` : `Show the ${label}`}
      </button>
    </div>
  );
}
