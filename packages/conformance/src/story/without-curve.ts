/** An API key in the form of older types, which have only P-256 keys. */
export const withoutCurve = ({ curveType: _, ...apiKey }: { readonly curveType?: string }) => apiKey;
