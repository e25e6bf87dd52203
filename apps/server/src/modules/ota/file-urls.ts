import { createHash } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

export interface FileDeps {
  readonly secrets: Secrets
  /** Where gateways reach files and send them; ends with a slash. */
  readonly filesUrl: string
}

/** How long the URL of a file is good. */
export const urlHours = 24

export function hashFileToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
