import { useEffect } from 'preact/hooks';

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Calls back when nobody has used the page for so long, also if the device slept meanwhile. */
export function useIdleLock(afterMs: number, isOn: boolean, lock: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    let usedAt = Date.now();
    const use = () => {
      usedAt = Date.now();
    };
    const check = setInterval(() => {
      if (Date.now() - usedAt >= afterMs) lock();
    }, 1_000);
    for (const sign of signs) addEventListener(sign, use, { passive: true, capture: true });
    return () => {
      clearInterval(check);
      for (const sign of signs) removeEventListener(sign, use, { capture: true });
    };
  }, [afterMs, isOn, lock]);
}
