import type { ConfigurationProfile, ConfigurationReason } from '@netward/contract/configuration-values'
import type { Scopes } from '../../platform/db/scope.ts'
import type { DeviceWay } from '../terminal/index.ts'

/** A backup to make. */
export interface BackupToDo extends DeviceWay, Record<string, unknown> {
  readonly run: number
  readonly profile: ConfigurationProfile | null
  readonly brand: string
  readonly model_name: string
  readonly description: string
  readonly stored: Buffer | null
  readonly profile_id: string | null
}

export interface Result {
  readonly reason: ConfigurationReason | null
  readonly digest: Buffer | null
  readonly content: Buffer | null
  readonly bytes: number | null
  readonly lines: number | null
  readonly profile: ConfigurationProfile | null
}

export const runnerRepo = {
  take: (scopes: Scopes, most: number): Promise<BackupToDo[]> =>
    scopes.asLoginRole<BackupToDo>('select * from take_configurations($1)', [most]),

  async store(scopes: Scopes, { device_id, run }: BackupToDo, result: Result): Promise<void> {
    const { reason, digest, content, bytes, lines, profile } = result
    await scopes.asLoginRole('select store_configuration($1, $2, $3, $4, $5, $6, $7, $8)', [
      device_id,
      run,
      reason,
      digest,
      content,
      bytes,
      lines,
      profile,
    ])
  },

  async queueDue(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select configuration_due($1) as n', [most])
    return row?.n ?? 0
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select prune_configurations($1) as n', [most])
    return row?.n ?? 0
  },
}
