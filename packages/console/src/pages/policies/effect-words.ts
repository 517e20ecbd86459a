import type { components } from '@mintmark/client';

type Effect = components['schemas']['Effect'];

export const effectWords: Readonly<Record<Effect, string>> = { EFFECT_ALLOW: 'Allow', EFFECT_DENY: 'Deny' };
export const effects = Object.entries(effectWords) as [Effect, string][];
