import type { Access } from './access-parameters.ts'
import type { Definition, ParameterType, Template } from './parameter-tree.ts'

export type Entry = [path: string, type: ParameterType, value: string, limits?: Partial<Definition>]

/** What the gateways of one template share. TR-098 has no partitions. */
export interface Build {
  partitions: 1 | 2
  access: Access
  /** It reports no load. */
  noCpu: boolean
}

export const plainBuild: Build = { partitions: 1, access: 'ethernet', noCpu: false }

const writable = { writable: true } as const

/** Collects definitions below a root. */
export class TemplateBuilder {
  readonly #definitions = new Map<string, Definition>()
  readonly #tables = new Map<string, Map<string, Definition>>()
  readonly #counts = new Map<string, string>()
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  add(object: string, ...entries: Entry[]): this {
    for (const [path, type, value, limits] of entries) {
      this.#definitions.set(this.#root + object + path, { type, value, writable: false, ...limits })
    }
    return this
  }

  /**
   * A table that accepts instances, the defaults of a new one, and its count parameter. Its first instances
   * are added like parameters.
   */
  table(table: string, count: string | null, ...entries: Entry[]): this {
    const path = this.#root + table
    const definitions = entries.map(
      ([name, type, value, limits]) => [name, { type, value, writable: false, ...limits }] as const,
    )
    this.#tables.set(path, new Map(definitions))
    if (count !== null) {
      this.add('', [count, 'unsignedInt', '0'])
      this.#counts.set(this.#root + count, path)
    }
    return this
  }

  build(): Template {
    return { parameters: this.#definitions, tables: this.#tables, counts: this.#counts }
  }
}

/** Common to TR-098 and TR-181: DeviceInfo, ManagementServer, Time. */
export function commonParameters(builder: TemplateBuilder, noCpu: boolean): TemplateBuilder {
  if (!noCpu) builder.add('DeviceInfo.', ['ProcessStatus.CPUUsage', 'unsignedInt', '7'])
  return builder
    .add(
      'DeviceInfo.',
      ['Manufacturer', 'string', ''],
      ['ManufacturerOUI', 'string', ''],
      ['ModelName', 'string', ''],
      ['Description', 'string', 'Branch gateway'],
      ['ProductClass', 'string', ''],
      ['SerialNumber', 'string', ''],
      ['HardwareVersion', 'string', ''],
      ['SoftwareVersion', 'string', ''],
      ['ProvisioningCode', 'string', '', { ...writable, maxLength: 64 }],
      ['UpTime', 'unsignedInt', '0'],
      ['FirstUseDate', 'dateTime', '0001-01-01T00:00:00Z'],
      ['MemoryStatus.Total', 'unsignedInt', '524288'],
      ['MemoryStatus.Free', 'unsignedInt', '301244'],
    )
    .add(
      'ManagementServer.',
      ['EnableCWMP', 'boolean', '1', writable],
      ['URL', 'string', '', writable],
      ['Username', 'string', '', writable],
      ['Password', 'string', '', writable],
      ['PeriodicInformEnable', 'boolean', '1', writable],
      ['PeriodicInformInterval', 'unsignedInt', '300', { ...writable, min: 1 }],
      ['PeriodicInformTime', 'dateTime', '0001-01-01T00:00:00Z', writable],
      ['ParameterKey', 'string', ''],
      ['ConnectionRequestURL', 'string', ''],
      ['ConnectionRequestUsername', 'string', '', writable],
      ['ConnectionRequestPassword', 'string', '', writable],
      ['UpgradesManaged', 'boolean', '1', writable],
      ['CWMPRetryMinimumWaitInterval', 'unsignedInt', '5', { ...writable, min: 1, max: 65_535 }],
      ['CWMPRetryIntervalMultiplier', 'unsignedInt', '2000', { ...writable, min: 1000, max: 65_535 }],
      ['STUNEnable', 'boolean', '0', writable],
      ['NATDetected', 'boolean', '0'],
      ['STUNServerAddress', 'string', '', { ...writable, maxLength: 256 }],
      ['STUNServerPort', 'unsignedInt', '3478', { ...writable, max: 65_535 }],
      ['STUNUsername', 'string', '', { ...writable, maxLength: 256 }],
      ['STUNPassword', 'string', '', { ...writable, maxLength: 256 }],
      ['STUNMaximumKeepAlivePeriod', 'int', '-1', { ...writable, min: -1 }],
      ['STUNMinimumKeepAlivePeriod', 'unsignedInt', '30', writable],
      ['UDPConnectionRequestAddress', 'string', ''],
    )
    .add(
      'Time.',
      ['Enable', 'boolean', '1', writable],
      ['NTPServer1', 'string', 'ntp.example.net', { ...writable, maxLength: 64 }],
      ['NTPServer2', 'string', '', { ...writable, maxLength: 64 }],
      ['CurrentLocalTime', 'dateTime', ''],
      ['LocalTimeZone', 'string', 'CST-8', { ...writable, maxLength: 256 }],
      ['Status', 'string', 'Synchronized'],
    )
}

export const writableLimits = writable
