import { type Destination, guardedConnect, OutgoingRefused } from '../../platform/outgoing.ts'
import type { Duplex } from 'node:stream'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { connectThroughProbe, StreamRefused } from '../probes/index.ts'
import { accessRepo } from './access.repo.ts'
import { accessContext } from './access.service.ts'
import type { Redeemed } from './carrier.repo.ts'
import { profileContext } from './profiles.service.ts'
import { type Shell, type ShellEvents, ShellRefused } from './shell.ts'
import { type SshOptions, sshShell } from './ssh-shell.ts'
import { telnetShell } from './telnet-shell.ts'
import { typedContext } from './terminals.service.ts'
import { decoderFor, encodeFor } from './text-stream.ts'
import type { StoredSecret } from './way-in.ts'

const connectMilliseconds = 10_000

export interface TerminalDeps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly deviceRanges: Destination['ranges']
}

/** How a device is entered, and at which address. */
export type DeviceWay = Pick<
  Redeemed,
  | 'company_id'
  | 'device_id'
  | 'protocol'
  | 'port'
  | 'encoding'
  | 'username'
  | 'legacy'
  | 'last_address'
  | 'company_code'
>

/** A shell on a ticket's device, at its last known address. @throws ShellRefused */
export async function connectShell(
  deps: TerminalDeps,
  row: Redeemed,
  person: Pick<SshOptions, 'size' | 'signal' | 'ask'>,
  events: ShellEvents,
): Promise<Shell> {
  return connectDevice(deps, row, secretsOf(deps.secrets, row), person, events)
}

/** The credentials of a device's own sign-in, or of the profile that it follows. */
export function openStored(
  secrets: Secrets,
  { device_id, profile_id, stored }: Pick<Redeemed, 'device_id' | 'profile_id' | 'stored'>,
): StoredSecret {
  if (stored === null) return {}
  const context = profile_id === null ? accessContext(device_id) : profileContext(profile_id)
  return JSON.parse(secrets.open(stored, context).toString('utf8')) as StoredSecret
}

/** A shell on a device. The first host key is pinned, another one refused. @throws ShellRefused */
export async function connectDevice(
  { scopes, deviceRanges }: TerminalDeps,
  row: DeviceWay,
  known: StoredSecret,
  person: Pick<SshOptions, 'size' | 'signal' | 'ask'>,
  events: ShellEvents,
): Promise<Shell> {
  const { size, signal, ask } = person
  const socket = await connectTo({ scopes, deviceRanges }, row, signal)
  const { username } = row
  if (row.protocol === 'telnet') {
    const { password = '' } = known
    const encode = (text: string) => encodeFor(row.encoding, text)
    const decode = decoderFor(row.encoding)
    return telnetShell(socket, { size, username, password, decode, encode }, events)
  }
  const { password = '', privateKey = '', passphrase = '' } = known
  return sshShell(
    socket,
    {
      size,
      username,
      password,
      privateKey,
      passphrase,
      legacy: row.legacy,
      signal,
      ask,
      async judgeHostKey(offered) {
        const trusted = await accessRepo.pinHostKey(scopes, row, offered)
        return trusted === offered ? null : { trusted, offered }
      },
    },
    events,
  )
}

/** Over the probe that has the device; else from here, to its last known address. @throws ShellRefused */
async function connectTo(
  { scopes, deviceRanges }: Pick<TerminalDeps, 'scopes' | 'deviceRanges'>,
  { device_id: deviceId, last_address: lastAddress, port, company_code: companyCode }: DeviceWay,
  signal: AbortSignal,
): Promise<Duplex> {
  const limits = { timeoutMilliseconds: connectMilliseconds, signal }
  try {
    const through = await connectThroughProbe(scopes, deviceId, port, limits)
    if (through !== null) return through
    if (lastAddress === null) throw new ShellRefused('no_address')
    const destination = { lastAddress, ranges: deviceRanges, companyCode }
    return await guardedConnect(lastAddress, port, { destination, ...limits })
  } catch (error) {
    if (error instanceof ShellRefused) throw error
    const isRefused =
      error instanceof OutgoingRefused || (error instanceof StreamRefused && error.reason === 'refused')
    throw new ShellRefused(isRefused ? 'address_refused' : 'no_answer')
  }
}

/** Credentials typed for this terminal override stored ones. */
function secretsOf(secrets: Secrets, row: Redeemed): StoredSecret {
  if (row.typed === null) return openStored(secrets, row)
  return { password: secrets.open(row.typed, typedContext(row.id)).toString('utf8') }
}
