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
 * A command whose address of ours (a file, a test of the line) leads there by the way that the gateway came: one that
 * speaks http may know nothing of TLS. Which ports a proxy in front of us has is not known: what came through one is left.
 * A configuration holds secrets, and goes by no way that may not carry them.
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
      // What somebody sets is theirs, also where it is an address of ours.
      if (!isTest(request)) return command
      return { ...command, values: command.values.map((one) => ({ ...one, value: moved(one.value) })) }
    default:
      return command
  }
}

/** A diagnostic; where it has a URL of ours, that is this run's alone. */
export const isTest = (request: QueuedCommand['request']) => typeof request['diagnostic'] === 'string'

/** Null: gateways are told that way anyway, or there is none. */
function ownBase({ port, tls }: AcsConfig, base: string, { encrypted, forwarded }: Way): string | null {
  const { protocol, hostname } = new URL(base)
  const own = encrypted ? (tls?.port ?? 0) : port
  if (forwarded || own === 0 || (protocol === 'https:') === encrypted) return null
  return `${encrypted ? 'https' : 'http'}://${hostname}:${own}/`
}
