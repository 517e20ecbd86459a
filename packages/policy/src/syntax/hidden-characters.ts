import { hiddenClass } from '../generated/words.ts';

const hidden = new RegExp(`[${hiddenClass}]`);

/** Whether nobody sees a character, or it changes how others are shown: a text with it would not be what people read. */
export const isHidden = (character: string): boolean => hidden.test(character);

/** How people write a code point: U+0430. */
export const codePointName = (code: number): string => `U+${code.toString(16).padStart(4, '0').toUpperCase()}`;
