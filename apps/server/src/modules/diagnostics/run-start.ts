import { measuresThroughput } from '@netward/contract/diagnostic-values'
import {
  type DataModelRoot,
  type DiagnosticKind,
  diagnosticObject,
  type DiagnosticOrder,
  diagnosticSeconds,
  diagnosticValues,
} from '@netward/cwmp'
import type { Db } from '../../platform/db/transaction.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sealValues } from '../devices/index.ts'
import type { KnownWan } from '../gateway-settings/index.ts'
import { diagnosticRepo, type NewRun } from './diagnostic.repo.ts'
import { newTestToken } from './test-point.ts'

export interface RunDeps {
  readonly secrets: Secrets
  /** Base URL at which gateways reach the ACS, with a trailing slash. */
  readonly acsUrl: () => string
}

export interface RunOrder extends Omit<DiagnosticOrder, 'fileBytes' | 'interface'> {
  /** The outgoing line; null: default routing. */
  line: KnownWan | null
  /** Bytes that our test point sends or receives, and that an upload sends. */
  bytes: number
}

type Owner = Pick<
  NewRun,
  | 'companyId'
  | 'deviceId'
  | 'checkId'
  | 'batchId'
  | 'createdBy'
  | 'createdByName'
  | 'lineId'
  | 'minutesToLive'
>

/**
 * Writes a run and queues its first command; null while another one of the kind is open. A download or upload
 * without a host uses our own test point, by a URL unique to this run and stored sealed.
 */
export async function openRun(
  db: Db,
  { secrets, acsUrl }: RunDeps,
  owner: Owner,
  root: DataModelRoot,
  { line, ...order }: RunOrder,
): Promise<string | null> {
  const own = measuresThroughput(order.kind) && order.host === '' ? ownUrl(acsUrl(), order.kind) : null
  const run: NewRun = {
    ...owner,
    kind: order.kind,
    target: own?.target ?? order.host,
    tokenHash: own?.hash ?? null,
    line,
    dscp: order.dscp,
    request: {
      ...order,
      interface: line?.reference ?? null,
      host: own?.target ?? order.host,
      root,
      object: diagnosticObject(root, order.kind),
      seconds: diagnosticSeconds({ ...order, interface: null, fileBytes: order.bytes }),
    },
  }
  const before = await diagnosticRepo.findKept(db, owner.deviceId, order.kind)
  const runId = await diagnosticRepo.insert(db, run)
  if (runId === null) return null
  const wanted: DiagnosticOrder = {
    ...order,
    interface: line?.reference ?? null,
    host: own?.url ?? order.host,
    fileBytes: order.kind === 'upload' ? order.bytes : null,
  }
  const values = diagnosticValues(root, wanted, before).map(({ name, ...value }) => ({
    path: name,
    ...value,
  }))
  const hidden = own === null ? [] : values.filter(({ value }) => value === own.url)
  await diagnosticRepo.insertCommand(db, runId, run, {
    kind: 'set_parameter_values',
    request: {
      values: values.map(({ value, ...rest }) => (value === own?.url ? rest : { ...rest, value })),
      parameterKey: '',
      diagnostic: runId,
    },
    secret: sealValues(secrets, owner.deviceId, hidden),
  })
  return runId
}

function ownUrl(base: string, kind: DiagnosticKind) {
  const { token, hash } = newTestToken()
  return { url: `${base}${kind === 'download' ? 'd' : 'u'}/${token}`, target: new URL(base).host, hash }
}
