import type { Sql } from '../../storage/store/database.ts';

/** Where a sealed value is stored. It opens only there. */
export interface Place {
  readonly tenantId: string;
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** A secret, and the place to seal it for. */
export interface PlacedSecret<At = Place> {
  readonly place: At;
  readonly secret: Uint8Array;
}

/** Seals secrets for the database, and opens them. */
export interface SealsSecrets {
  seal(sql: Sql, place: Place, secret: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** Seals secrets of one tenant, in their order: its data key is read once. */
  sealAll(
    sql: Sql,
    tenantId: string,
    secrets: readonly PlacedSecret<Omit<Place, 'tenantId'>>[],
  ): Promise<Uint8Array<ArrayBuffer>[]>;
  /** Opens a value that was sealed for this place. The caller must overwrite the secret after use. */
  open(sql: Sql, place: Place, sealed: Uint8Array): Promise<Buffer>;
  /**
   * The same without the database, if the data key is kept. A key that opens the value is the right one, whatever the database
   * holds now.
   */
  openKept(place: Place, sealed: Uint8Array): Buffer | undefined;
}
