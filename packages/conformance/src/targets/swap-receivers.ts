/** What the swap provider of the stories says about a receiver, by the last digit of its address. */
export const receivers = { withFees: /[89a-f]$/i, withoutFees: /[0-3]$/, unknown: /[4-7]$/ };
