import type { ToProbeCollector } from '@netward/collector/probe-frames'
import type { Order } from '@netward/collector/collector'
import type { CredentialSet, LinePlan, LinkTestRequest, ScanRequest, Target } from '@netward/collector'
import { linkTests } from '@netward/contract/link-test-schemas'
import { isIP } from 'node:net'

/** The one company of the probe's own ranges: codes of the server decide nothing here. */
export const localCode = 'local'

const most = {
  targets: 20_000,
  lines: 200,
  credentials: 1_000,
  scanned: 4_096,
  rate: 500,
  ids: 20_000,
} as const

/**
 * An order of the server as the collector takes it; null: nothing that a server sends. The server may be hostile: kinds and
 * shapes are checked, the ranges are the probe's own, and the guard of the collector sees each address once more.
 */
export function orderOf(message: unknown): Order | null {
  try {
    return read(message as ToProbeCollector)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
}

function read(message: ToProbeCollector): Order | null {
  switch (message.kind) {
    case 'plan':
      return {
        kind: 'plan',
        full: Object.is(message.full, true),
        credentials: message.credentials.slice(0, most.credentials).filter(isCredential),
        targets: message.targets.slice(0, most.targets).filter(isTarget).map(local),
        lines: (message.lines ?? []).slice(0, most.lines).flatMap((line) => lineOf(line) ?? []),
        removed: texts(message.removed ?? []),
        removedCredentials: texts(message.removedCredentials ?? []),
      }
    case 'poll-now': {
      const what = message.what === 'inventory' ? 'inventory' : 'values'
      return { kind: 'poll-now', deviceIds: texts(message.deviceIds), what }
    }
    case 'try':
      if (typeof message.trialId !== 'string' || isIP(message.address) === 0 || !isPort(message.port))
        return null
      return { ...local(message), credentials: message.credentials.slice(0, 50).filter(isCredential) }
    case 'scan':
      return isScan(message) ? scanOf(message) : null
    case 'test':
      return testOf(message)
    case 'test-stop':
      return typeof message.requestId === 'string'
        ? { kind: 'test-stop', requestId: message.requestId }
        : null
    case 'scan-stop':
      return typeof message.scanId === 'string' ? { kind: 'scan-stop', scanId: message.scanId } : null
    default:
      return null
  }
}

const local = <T extends { readonly companyCode: string }>(one: T): T => ({ ...one, companyCode: localCode })
const texts = (ids: readonly unknown[]) =>
  ids.slice(0, most.ids).filter((id): id is string => typeof id === 'string')
const isPort = (port: unknown) => Number.isInteger(port) && (port as number) >= 1 && (port as number) <= 65535

const isCredential = (one: CredentialSet) => typeof one.id === 'string' && /^v(?:1|2c|3)$/.test(one.version)

const isTarget = ({ deviceId, driver, address, port, credentialIds, credentialId }: Target) =>
  typeof deviceId === 'string' &&
  (driver === 'snmp' || driver === 'probe') &&
  typeof address === 'string' &&
  (port === null || isPort(port)) &&
  Array.isArray(credentialIds) &&
  (credentialId === null || typeof credentialId === 'string')

const isScan = ({ scanId, port, rate, targets, credentials }: ScanRequest) =>
  typeof scanId === 'string' &&
  isPort(port) &&
  rate > 0 &&
  Array.isArray(targets) &&
  Array.isArray(credentials)

const scanOf = (message: ScanRequest): ScanRequest => ({
  ...local(message),
  rate: Math.min(message.rate, most.rate),
  credentials: message.credentials.slice(0, most.credentials).filter(isCredential),
  targets: message.targets
    .slice(0, most.scanned)
    .filter(({ address }) => typeof address === 'string')
    .map(({ address, credentialIds }) => ({ address, credentialIds: texts(credentialIds) })),
})

/** Tests within the limits that endpoints have; null where one is not. They leave from where this machine routes them. */
function lineOf({ lineId, outletId, from, source, tests }: LinePlan): LinePlan | null {
  const checked = linkTests.safeParse(tests)
  if (!checked.success || typeof lineId !== 'string' || typeof outletId !== 'string') return null
  return {
    lineId,
    outletId,
    companyCode: localCode,
    from: from === 'outside' ? 'outside' : 'inside',
    source: typeof source === 'string' && isIP(source) !== 0 ? source : null,
    tests: checked.data,
  }
}

function testOf({ requestId, line }: LinkTestRequest): LinkTestRequest | null {
  const checked = lineOf(line)
  return checked === null || typeof requestId !== 'string' ? null : { kind: 'test', requestId, line: checked }
}
