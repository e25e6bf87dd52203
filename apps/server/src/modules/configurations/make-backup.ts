import type { ConfigurationReason } from '@netward/contract/configuration-values'
import { mayMeasure } from '../../platform/outgoing.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  connectDevice,
  decoderFor,
  encodeFor,
  openStored,
  type Shell,
  ShellRefused,
} from '../terminal/index.ts'
import { fittingProfile, terminalProfiles } from './reader/profiles.ts'
import { ConfigurationReader, ReadFailed, type ReadTimes } from './reader/read-configuration.ts'
import type { BackupToDo, Result } from './runner.repo.ts'
import { digestOf, sealContent } from './sealed-content.ts'

export interface BackupDeps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly deviceRanges: readonly string[]
  readonly times?: ReadTimes
}

/** Wide enough that no device wraps a line. */
const size = { columns: 500, rows: 300 }

const failure = (reason: ConfigurationReason): Result => ({
  reason,
  digest: null,
  content: null,
  bytes: null,
  lines: null,
  profile: null,
})

/** Reads one device. Never throws: a failure is a result. */
export async function makeBackup(deps: BackupDeps, todo: BackupToDo, signal: AbortSignal): Promise<Result> {
  if (todo.stored === null) return failure('no_credential')
  if (todo.last_address === null) return failure('no_address')
  const { deviceRanges: ranges, secrets } = deps
  // As the collector: a private address needs a range that is bound to the company.
  if (!mayMeasure(todo.last_address, { ranges, companyCode: todo.company_code }))
    return failure('address_refused')
  const code =
    todo.profile ??
    fittingProfile({ brand: todo.brand, modelName: todo.model_name, description: todo.description }) ??
    'generic_linux'
  try {
    const lines = await readDevice(deps, { ...todo, code }, signal)
    const digest = digestOf(secrets, todo.device_id, lines, terminalProfiles[code])
    return {
      reason: null,
      digest,
      content: sealContent(secrets, todo.device_id, digest, lines),
      bytes: Buffer.byteLength(lines.join('\n')),
      lines: lines.length,
      profile: code,
    }
  } catch (error) {
    if (error instanceof ReadFailed) return failure(error.reason)
    if (error instanceof ShellRefused) return failure(reasonOf(error))
    throw error
  }
}

async function readDevice(
  deps: BackupDeps,
  todo: BackupToDo & { code: keyof typeof terminalProfiles },
  signal: AbortSignal,
): Promise<string[]> {
  const profile = terminalProfiles[todo.code]
  const known = openStored(deps.secrets, todo)
  const decode = decoderFor(todo.encoding)
  let shell: Shell | null = null
  const reader = new ConfigurationReader(
    profile,
    known.password ?? '',
    (text) => void shell?.write(encodeFor(todo.encoding, text)),
    deps.times,
  )
  const stopped = () => reader.closed()
  signal.addEventListener('abort', stopped, { once: true })
  try {
    shell = await connectDevice(
      deps,
      { ...todo, username: `${todo.username}${profile.userSuffix ?? ''}` },
      known,
      { size, signal, ask: () => Promise.reject(new ShellRefused('authentication')) },
      { shown: (bytes) => reader.shown(decode(bytes)), drained: () => {}, closed: () => reader.closed() },
    )
    return await reader.read()
  } finally {
    signal.removeEventListener('abort', stopped)
    shell?.end()
  }
}

const known: readonly ConfigurationReason[] = [
  'no_address',
  'address_refused',
  'no_answer',
  'authentication',
  'host_key_changed',
  'no_agreement',
  'device_closed',
]
const reasonOf = ({ outcome }: ShellRefused): ConfigurationReason =>
  known.find((reason) => reason === outcome) ?? 'no_answer'
