import { createHash } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

export interface FileDeps {
  readonly secrets: Secrets
  /** Where gateways download and upload files; ends with a slash. */
  readonly filesUrl: string
}

/** How long a file URL is valid. */
export const urlHours = 24

export function hashFileToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
