import { z } from 'zod';
import { component } from '../../component.ts';

export const MnemonicLanguage = component(
  'MnemonicLanguage',
  'The language of the words of a seed phrase.',
  z.enum([
    'MNEMONIC_LANGUAGE_ENGLISH',
    'MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE',
    'MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE',
    'MNEMONIC_LANGUAGE_CZECH',
    'MNEMONIC_LANGUAGE_FRENCH',
    'MNEMONIC_LANGUAGE_ITALIAN',
    'MNEMONIC_LANGUAGE_JAPANESE',
    'MNEMONIC_LANGUAGE_KOREAN',
    'MNEMONIC_LANGUAGE_SPANISH',
  ]),
);
