import { mostZabbixHosts } from '@netward/contract/zabbix-values'
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml'
import { isFields, line, list, mapping } from './fields.ts'
import { hostOf, type ReadHost } from './host.ts'

export interface ReadExport {
  readonly version: string
  readonly hosts: readonly ReadHost[]
}

export type ExportRefusal =
  | 'zabbix.xml'
  | 'zabbix.unreadable'
  | 'zabbix.not_an_export'
  | 'zabbix.wrong_version'
  | 'zabbix.no_hosts'
  | 'zabbix.too_many_hosts'
  | 'zabbix.aliases'
  | 'zabbix.too_complex'

/** Why a file is not read; `params` fill in its phrase. */
export class RefusedExport extends Error {
  override name = 'RefusedExport'
  readonly code: ExportRefusal
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: ExportRefusal, params: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}

/**
 * The hosts of an export of Zabbix: YAML of 5.2 and later, JSON of 5.0 and later (manual, "Configuration export and
 * import, Hosts"; C50XmlValidator to C74XmlValidator). What has its default value is left out of the file.
 * @throws RefusedExport
 */
export function readExport(content: Uint8Array): ReadExport {
  const root = parsed(decoded(content))
  const whole = isFields(root) ? mapping(root, 'zabbix_export') : {}
  if (Object.keys(whole).length === 0) throw new RefusedExport('zabbix.not_an_export')
  const version = line(whole, 'version', 20)
  const major = Number(/^(\d{1,2})\.\d{1,2}$/.exec(version)?.[1] ?? 0)
  if (major < 5 || major > 7) throw new RefusedExport('zabbix.wrong_version', { version: version || '-' })
  const hosts = list(whole, 'hosts')
  if (hosts === null || hosts.length === 0) throw new RefusedExport('zabbix.no_hosts')
  if (hosts.length > mostZabbixHosts)
    throw new RefusedExport('zabbix.too_many_hosts', { most: mostZabbixHosts, found: hosts.length })
  return { version, hosts: hosts.map((host, index) => hostOf(host, index + 1)) }
}

function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new RefusedExport('zabbix.unreadable', { line: 1 })
  }
}

function parsed(text: string): unknown {
  const start = text.trimStart().slice(0, 1)
  if (start === '<') throw new RefusedExport('zabbix.xml')
  return start === '{' ? parsedJson(text) : parsedYaml(text)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0)
    throw new RefusedExport('zabbix.unreadable', { line: text.slice(0, at).split('\n').length })
  }
}

/** Scalars stay text: a port, a serial number or `NO` means what it says. Zabbix writes no anchors. */
function parsedYaml(text: string): unknown {
  try {
    return load(text, {
      schema: FAILSAFE_SCHEMA,
      listener: (event, { anchor }) => {
        if (event === 'close' && anchor !== null) throw new RefusedExport('zabbix.aliases')
      },
    })
  } catch (error) {
    if (error instanceof RefusedExport) throw error
    if (error instanceof RangeError) throw new RefusedExport('zabbix.too_complex')
    const isAlias = error instanceof YAMLException && error.reason.includes('alias')
    if (isAlias) throw new RefusedExport('zabbix.aliases')
    const found = error instanceof YAMLException ? (error.mark?.line ?? 0) : 0
    throw new RefusedExport('zabbix.unreadable', { line: found + 1 })
  }
}
