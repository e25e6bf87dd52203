/** Why the embedded database cannot run, in words for the person who starts the server. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

/** What the embedded database says about itself goes here; the server's logger has this shape. */
export interface EmbeddedLog {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
