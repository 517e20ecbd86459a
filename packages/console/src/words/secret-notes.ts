/** What people have to know about where a secret has been. */
export const notesOf = (exported: boolean, imported: boolean): string =>
  [imported && 'Imported', exported && 'Exported'].filter(Boolean).join(', ') || '–';
