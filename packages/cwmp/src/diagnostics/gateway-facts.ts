import type { DataModelRoot } from '../data-model.ts'
import { clean, whole } from './reported.ts'

/** An internet connection as reported by its gateway. */
export interface ConnectionFacts {
  name: string
  /** The gateway's own text, such as `Connected` or `Up`. */
  status: string
  isUp: boolean
  enabled: boolean
  isPpp: boolean
  address: string | null
  /** LastConnectionError; null for ERROR_NONE. */
  lastError: string | null
}

/** Facts reported by a gateway that help to find a fault. */
export interface GatewayFacts {
  connections: ConnectionFacts[]
  /** The default gateway's address: the next hop for non-local traffic. */
  defaultGateway: string | null
  dnsServer: string | null
  uptimeSeconds: number | null
  memory: { totalKib: number; freeKib: number } | null
  cpuPercent: number | null
}

/** Paths to read for these facts. A gateway that lacks one still returns the others. */
export function factPaths(root: DataModelRoot): string[] {
  const device = ['UpTime', 'MemoryStatus.', 'ProcessStatus.CPUUsage'].map(
    (path) => `${root}DeviceInfo.${path}`,
  )
  return root === 'Device.'
    ? [
        ...device,
        'Device.IP.Interface.',
        'Device.PPP.Interface.',
        'Device.Routing.Router.',
        'Device.DNS.Client.',
      ]
    : [...device, 'InternetGatewayDevice.WANDevice.']
}

type Values = ReadonlyMap<string, string>

const connection098 =
  /^InternetGatewayDevice\.WANDevice\.\d+\.WANConnectionDevice\.\d+\.WAN(IP|PPP)Connection\.\d+\.ConnectionStatus$/
const interface181 = /^(Device\.IP\.Interface\.\d+\.)Status$/

/** Reads the facts from a gateway's stored parameters. */
export function gatewayFacts(
  root: DataModelRoot,
  parameters: readonly { name: string; value: string }[],
): GatewayFacts {
  const values = new Map(parameters.map(({ name, value }) => [name, value]))
  const total = whole(values.get(`${root}DeviceInfo.MemoryStatus.Total`))
  const free = whole(values.get(`${root}DeviceInfo.MemoryStatus.Free`))
  const cpu = whole(values.get(`${root}DeviceInfo.ProcessStatus.CPUUsage`))
  const connections = root === 'Device.' ? connections181(values) : connections098(values)
  return {
    connections,
    ...(root === 'Device.' ? route181(values) : route098(values)),
    uptimeSeconds: whole(values.get(`${root}DeviceInfo.UpTime`)),
    memory:
      total !== null && free !== null && total > 0 && free <= total
        ? { totalKib: total, freeKib: free }
        : null,
    cpuPercent: cpu !== null && cpu <= 100 ? cpu : null,
  }
}

function connections098(values: Values): ConnectionFacts[] {
  return [...values].flatMap(([path, status]) => {
    const type = connection098.exec(path)?.[1]
    if (type === undefined) return []
    const object = path.slice(0, -'ConnectionStatus'.length)
    return [
      {
        name: clean(values.get(`${object}Name`)) || object.split('.').slice(-3, -1).join(' '),
        status: clean(status),
        isUp: /^connected$/i.test(status.trim()),
        enabled: isTrue(values.get(`${object}Enable`)),
        isPpp: type === 'PPP',
        address: addressOf(values.get(`${object}ExternalIPAddress`)),
        lastError: errorOf(values.get(`${object}LastConnectionError`)),
      },
    ]
  })
}

function connections181(values: Values): ConnectionFacts[] {
  return [...values].flatMap(([path, status]) => {
    const object = interface181.exec(path)?.[1]
    if (object === undefined) return []
    const get = (leaf: string) => values.get(object + leaf)
    const name = clean(get('Alias')) || clean(get('Name')) || object.split('.').slice(-3, -1).join(' ')
    if (get('Type')?.trim() === 'Loopback' || /^(?:lo|br-?lan|lan)\d*$/i.test(name)) return []
    const lower = get('LowerLayers')?.split(',')[0]?.trim() ?? ''
    const below = lower === '' || lower.endsWith('.') ? lower : `${lower}.`
    const isPpp = below.startsWith('Device.PPP.Interface.')
    const ppp = (leaf: string) => (isPpp ? values.get(below + leaf) : undefined)
    const pppStatus = ppp('ConnectionStatus')
    return [
      {
        name,
        status: clean(pppStatus ?? status),
        isUp:
          /^up$/i.test(status.trim()) && (pppStatus === undefined || /^connected$/i.test(pppStatus.trim())),
        enabled: isTrue(get('Enable')) && (!isPpp || isTrue(ppp('Enable'))),
        isPpp,
        address: addressOf(get('IPv4Address.1.IPAddress')) ?? addressOf(ppp('IPCP.LocalIPAddress')),
        lastError: errorOf(ppp('LastConnectionError')),
      },
    ]
  })
}

function route098(values: Values): Pick<GatewayFacts, 'defaultGateway' | 'dnsServer'> {
  // Active connections first.
  const objects = [...values]
    .filter(([path]) => connection098.test(path))
    .toSorted(([, a], [, b]) => Number(/^connected$/i.test(b)) - Number(/^connected$/i.test(a)))
    .map(([path]) => path.slice(0, -'ConnectionStatus'.length))
  const first = (leaf: string) =>
    objects
      .map((object) => addressOf(values.get(object + leaf)?.split(',')[0]))
      .find((one) => one !== null) ?? null
  return {
    defaultGateway: first('DefaultGateway') ?? first('RemoteIPAddress'),
    dnsServer: first('DNSServers'),
  }
}

const forward181 = /^(Device\.Routing\.Router\.\d+\.IPv4Forwarding\.\d+\.)GatewayIPAddress$/
const server181 = /^(Device\.DNS\.Client\.Server\.\d+\.)DNSServer$/

function route181(values: Values): Pick<GatewayFacts, 'defaultGateway' | 'dnsServer'> {
  let defaultGateway: string | null = null
  let dnsServer: string | null = null
  for (const [path, value] of values) {
    const object = forward181.exec(path)?.[1]
    if (object !== undefined && isDefault(values.get(`${object}DestIPAddress`)))
      defaultGateway ??= addressOf(value)
    const server = server181.exec(path)?.[1]
    if (server !== undefined && isTrue(values.get(`${server}Enable`))) dnsServer ??= addressOf(value)
    if (/^Device\.PPP\.Interface\.\d+\.IPCP\.RemoteIPAddress$/.test(path)) defaultGateway ??= addressOf(value)
  }
  return { defaultGateway, dnsServer }
}

/** TR-181: an empty or all-zero destination is the default route. */
function isDefault(text: string | undefined): boolean {
  return ['', '0.0.0.0'].includes(text?.trim() ?? '')
}

function isTrue(text: string | undefined): boolean {
  return !['0', 'false'].includes(text?.trim().toLowerCase() ?? '')
}

/** A routable IPv4 address. */
function addressOf(text: string | undefined): string | null {
  const address = text?.trim() ?? ''
  const parts = address.split('.')
  const isAddress = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  return isAddress && parts[0] !== '0' && parts[0] !== '127' ? address : null
}

function errorOf(text: string | undefined): string | null {
  const error = clean(text)
  return error === '' || /^error_none$/i.test(error) ? null : error.slice(0, 64)
}
