import type { InputOf, OutputOf, terminalApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Stored credentials: a password, or a key with its passphrase. */
export interface StoredSecret {
  password?: string
  privateKey?: string
  passphrase?: string
}

type Given = InputOf<typeof terminalApi.setTerminalAccess>['secret']

/** @throws AppError terminal.bad_key */
export async function checkKey(secret: Given): Promise<void> {
  if (secret?.kind !== 'key') return
  const { default: ssh2 } = await import('ssh2')
  if (ssh2.utils.parseKey(secret.privateKey, secret.passphrase) instanceof Error)
    throw new AppError('terminal.bad_key')
}

/** Columns of a submitted secret: none if omitted. `context` identifies its owner. */
export function sealedSecret(
  secret: Given,
  secrets: Secrets,
  context: string,
): { secret_kind?: 'password' | 'key' | null; secret?: Buffer | null } {
  if (secret === undefined) return {}
  if (secret === null) return { secret_kind: null, secret: null }
  const stored: StoredSecret =
    secret.kind === 'password'
      ? { password: secret.password }
      : { privateKey: secret.privateKey, passphrase: secret.passphrase }
  return { secret_kind: secret.kind, secret: secrets.seal(JSON.stringify(stored), context) }
}

type Way = Pick<
  OutputOf<typeof terminalApi.getTerminalAccess>,
  'protocol' | 'port' | 'encoding' | 'legacy' | 'username' | 'secretKind' | 'idleMinutes'
>

/** Access settings as recorded in the audit log. */
export function presentedWay({
  protocol,
  port,
  encoding,
  legacy,
  username,
  secretKind,
  idleMinutes,
}: Way): Way {
  return { protocol, port, encoding, legacy, username, secretKind, idleMinutes }
}
