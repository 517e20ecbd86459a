import { p256 } from '@noble/curves/nist.js';
import type { CurveKeys } from './curve-keys.ts';
import { weierstrassKeys } from './weierstrass-keys.ts';

export const p256Keys: CurveKeys = /* @__PURE__ */ weierstrassKeys('p256', p256);
