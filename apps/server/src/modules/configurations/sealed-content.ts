import { createHmac } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { mostConfiguration } from '@netward/contract/configuration-values'
import type { Secrets } from '../../platform/secrets.ts'
import type { TerminalProfile } from './reader/profiles.ts'

/** Sealed for one device and one digest: a value that is moved to another row does not open. */
const contextOf = (deviceId: string, digest: Buffer) => `configuration:${deviceId}:${digest.toString('hex')}`

/** Of the lines that count in a comparison. Keyed: from a digest nobody finds out what a configuration holds. */
export function digestOf(
  secrets: Secrets,
  deviceId: string,
  lines: readonly string[],
  { ignore }: Pick<TerminalProfile, 'ignore'>,
): Buffer {
  const counted = lines.filter((line) => !ignore.some((pattern) => pattern.test(line)))
  return createHmac('sha256', secrets.derive('configuration digest'))
    .update(`${deviceId}\n${counted.join('\n')}`)
    .digest()
}

export const sealContent = (
  secrets: Secrets,
  deviceId: string,
  digest: Buffer,
  lines: readonly string[],
): Buffer => secrets.seal(gzipSync(lines.join('\n')), contextOf(deviceId, digest))

export const openContent = (secrets: Secrets, deviceId: string, digest: Buffer, content: Buffer): string[] =>
  gunzipSync(secrets.open(content, contextOf(deviceId, digest)), { maxOutputLength: 2 * mostConfiguration })
    .toString('utf8')
    .split('\n')
