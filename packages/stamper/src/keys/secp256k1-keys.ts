import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { CurveKeys } from './curve-keys.ts';
import { weierstrassKeys } from './weierstrass-keys.ts';

export const secp256k1Keys: CurveKeys = /* @__PURE__ */ weierstrassKeys('secp256k1', secp256k1);
