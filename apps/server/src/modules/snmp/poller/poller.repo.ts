import type { Scopes } from '../../../platform/db/scope.ts'

/** A device as a poller must know it. */
export interface TargetRow {
  readonly device_id: string
  readonly company_id: string
  readonly company_code: string
  /** Its company may be polled now. */
  readonly active: boolean
  readonly driver: 'snmp' | 'probe'
  readonly address: string
  readonly port: number | null
  readonly outlet_id: string | null
  readonly credential_id: string | null
  readonly answered_id: string | null
  readonly state: string
  readonly asked_at: string | null
  readonly read_at: string | null
  readonly plan: unknown
  readonly parts:
    | readonly { metric: string; instance: string; label: string; low?: number; high?: number }[]
    | null
  readonly started_at: string | null
}

export interface CredentialSecretRow {
  readonly id: string
  readonly company_id: string
  readonly version: 'v1' | 'v2c' | 'v3'
  readonly user_name: string
  readonly auth: 'md5' | 'sha' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | null
  readonly privacy: 'des' | 'aes' | 'aes256b' | 'aes256r' | null
  readonly context: string
  readonly outlet_id: string | null
  readonly range: string | null
  readonly sealed: Buffer
}

export interface TrialToDo {
  readonly id: string
  readonly company_id: string
  readonly company_code: string
  readonly address: string
  readonly port: number
  readonly outlet_id: string | null
  readonly credential_id: string | null
}

/** Which devices are read: of these shares, narrowed to what changed or to companies. */
export interface TargetFilter {
  readonly shares: readonly number[]
  readonly since?: string
  readonly companies?: readonly string[]
}

const pageSize = 500

/** What a poller reads and writes, outside of any request: definer functions alone. */
export const pollerRepo = {
  async beat(scopes: Scopes, name: string, seconds: number): Promise<number[]> {
    const rows = await scopes.asLoginRole<{ shares: number[] }>(
      'select poller_beat($1, $2)::int[] as shares',
      [name, seconds],
    )
    return rows[0]!.shares
  },

  async leave(scopes: Scopes, name: string): Promise<void> {
    await scopes.asLoginRole('select poller_leaves($1)', [name])
  },

  async horizon(scopes: Scopes): Promise<string> {
    const rows = await scopes.asLoginRole<{ tx: string }>('select poller_horizon()::text as tx')
    return rows[0]!.tx
  },

  /** In pages, so that the plans of 10,000 devices are not in memory at once. */
  async *targets(scopes: Scopes, { shares, since, companies }: TargetFilter): AsyncGenerator<TargetRow[]> {
    for (let after = '0'; ;) {
      const rows = await scopes.asLoginRole<TargetRow>(
        'select * from poller_targets($1::smallint[], $2::xid8, $3::bigint[], $4, $5)',
        [shares, since ?? null, companies ?? null, after, pageSize],
      )
      const last = rows.at(-1)
      if (last !== undefined) yield rows
      if (last === undefined || rows.length < pageSize) return
      after = last.device_id
    }
  },

  async changes(scopes: Scopes, since: string): Promise<{ gone: string[]; companies: string[] }> {
    const rows = await scopes.asLoginRole<{ gone: string[]; companies: string[] }>(
      'select gone::text[], companies::text[] from poller_changes($1::xid8)',
      [since],
    )
    return rows[0]!
  },

  credentials(scopes: Scopes, companies: readonly string[]): Promise<CredentialSecretRow[]> {
    return scopes.asLoginRole('select * from poller_credentials($1::bigint[])', [companies])
  },

  trials(scopes: Scopes, name: string): Promise<TrialToDo[]> {
    return scopes.asLoginRole('select * from poller_trials($1)', [name])
  },

  async endTrial(
    scopes: Scopes,
    trial: { id: string; state: string; credentialId: string | null; found: Record<string, unknown> },
  ): Promise<void> {
    await scopes.asLoginRole('select poller_trial_ends($1, $2, $3, $4::jsonb)', [
      trial.id,
      trial.state,
      trial.credentialId,
      JSON.stringify(trial.found),
    ])
  },

  /** Of companies that may not be polled now, or again. */
  async stand(scopes: Scopes, devices: readonly string[], state: 'stopped' | 'waiting'): Promise<void> {
    await scopes.asLoginRole('select poller_stands($1::bigint[], $2)', [devices, state])
  },

  /** Places of what this poller may write: of devices that it asks, or asked at that moment. */
  async owned(
    scopes: Scopes,
    name: string,
    measured: readonly { deviceId: string; at: number }[],
  ): Promise<Set<number>> {
    const rows = await scopes.asLoginRole<{ place: number }>(
      'select n - 1 as place from poller_owns($1, $2::bigint[], $3::bigint[]) n',
      [name, measured.map(({ deviceId }) => deviceId), measured.map(({ at }) => at)],
    )
    return new Set(rows.map(({ place }) => place))
  },

  /** False if these facts were written before. */
  async writeFacts(
    scopes: Scopes,
    facts: { collector: string; epoch: string; sequence: number; facts: readonly unknown[] },
  ): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ isNew: boolean }>(
      'select poller_facts($1, $2, $3, $4::jsonb) as "isNew"',
      [facts.collector, facts.epoch, facts.sequence, JSON.stringify(facts.facts)],
    )
    return rows[0]!.isNew
  },

  async writeValues(scopes: Scopes, found: readonly unknown[]): Promise<void> {
    await scopes.asLoginRole('select poller_values($1::jsonb)', [JSON.stringify(found)])
  },
}
