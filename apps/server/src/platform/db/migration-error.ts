/** The database cannot be brought to this version. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** The database was made with another schema than that of this version. */
export class SchemaError extends MigrationError {
  override name = 'SchemaError'

  constructor(message = 'the database was made by a version with another schema') {
    super(message)
  }
}
