import { z } from 'zod';
import { component } from '../../component.ts';

export const Curve = component(
  'Curve',
  'The curve of a wallet account or private key.',
  z.enum(['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'], {
    error: ({ input }) => (input === undefined ? 'curve required' : 'invalid curve'),
  }),
);
