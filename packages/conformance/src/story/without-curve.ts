/** An API key as older types take it: they have P-256 keys only. */
export const withoutCurve = ({ curveType: _, ...apiKey }: { readonly curveType?: string }) => apiKey;
