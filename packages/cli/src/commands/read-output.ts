import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import type { Output } from '../call/print-answer.ts';

/** The value of --output. */
export function readOutput(text: string | undefined): Output | undefined {
  if (text === undefined || text === 'json' || text === 'table') return text;
  throw new SettingsError('--output must be json or table');
}
