import { useEffect } from 'preact/hooks';

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** When somebody last used the console in any tab: a tab that is forgotten must not lock the others. */
const item = 'mintmark console used';
const tellEveryMs = 1_000;

/** Calls back when nobody has used the console for so long, also if the device slept meanwhile. */
export function useIdleLock(afterMs: number, isOn: boolean, lock: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    let toldAt = 0;
    const use = () => {
      if (Date.now() - toldAt < tellEveryMs) return;
      toldAt = Date.now();
      localStorage.setItem(item, String(toldAt));
    };
    use();
    const check = setInterval(() => {
      if (Date.now() - Number(localStorage.getItem(item)) >= afterMs) lock();
    }, 1_000);
    for (const sign of signs) addEventListener(sign, use, { passive: true, capture: true });
    return () => {
      clearInterval(check);
      for (const sign of signs) removeEventListener(sign, use, { capture: true });
    };
  }, [afterMs, isOn, lock]);
}
