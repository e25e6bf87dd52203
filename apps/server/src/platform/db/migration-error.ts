/** The database cannot be brought to this version. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
