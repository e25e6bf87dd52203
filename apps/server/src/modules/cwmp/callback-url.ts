import type { Command } from '@netward/cwmp'
import { type AcsConfig, acsUrl } from './acs-config.ts'
import type { QueuedCommand } from './acs-rows.ts'

/** How a gateway called in. */
export interface Way {
  readonly encrypted: boolean
  readonly forwarded: boolean
  readonly mayCarrySecrets: boolean
}

/**
 * Rewrites a URL of ours in a command (a file, a line test) to the scheme and host that the gateway used: one
 * that speaks http may know no TLS. The ports of a proxy in front are unknown, so what came through one
 * stays. A configuration holds secrets, and is not sent where they may not travel.
 */
export function byWayOf(
  config: AcsConfig,
  way: Way,
  { request }: Pick<QueuedCommand, 'request'>,
  command: Command,
): Command {
  const base = acsUrl(config)
  const own = ownBase(config, base, way)
  if (own === null) return command
  const moved = (url: string) => (url.startsWith(base) ? own + url.slice(base.length) : url)
  const mayGo = (fileType: string) => way.mayCarrySecrets || !/configuration/i.test(fileType)
  switch (command.kind) {
    case 'download': {
      const { download } = command
      return mayGo(download.fileType)
        ? { ...command, download: { ...download, url: moved(download.url) } }
        : command
    }
    case 'upload': {
      const { upload } = command
      return mayGo(upload.fileType) ? { ...command, upload: { ...upload, url: moved(upload.url) } } : command
    }
    case 'set_parameter_values':
      // A value that a person sets stays, even if it is a URL of ours.
      if (!isTest(request)) return command
      return { ...command, values: command.values.map((one) => ({ ...one, value: moved(one.value) })) }
    default:
      return command
  }
}

/** A diagnostic; a URL of ours belongs to this run only. */
export const isTest = (request: QueuedCommand['request']) => typeof request['diagnostic'] === 'string'

/** Null: gateways get that URL anyway, or there is none. */
function ownBase({ port, tls }: AcsConfig, base: string, { encrypted, forwarded }: Way): string | null {
  const { protocol, hostname } = new URL(base)
  const own = encrypted ? (tls?.port ?? 0) : port
  if (forwarded || own === 0 || (protocol === 'https:') === encrypted) return null
  return `${encrypted ? 'https' : 'http'}://${hostname}:${own}/`
}
