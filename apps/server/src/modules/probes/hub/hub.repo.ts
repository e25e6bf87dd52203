import type { Scopes } from '../../../platform/db/scope.ts'
import type { CredentialSecretRow, TargetRow, TrialToDo } from '../../snmp/index.ts'

export interface AdmittedRow {
  readonly id: string
  readonly company_id: string
  readonly company_code: string
  readonly name: string
  readonly public_key: Buffer
  readonly active: boolean
}

export interface ProbeTrial extends TrialToDo {
  readonly probe_id: string
}

const pageSize = 500

/** What a process that holds connections of probes reads and writes: definer functions alone. */
export const hubRepo = {
  async enrol(scopes: Scopes, tokenHash: Buffer, publicKey: Buffer): Promise<string | null> {
    const rows = await scopes.asLoginRole<{ id: string | null }>('select probe_enrol($1, $2) as id', [
      tokenHash,
      publicKey,
    ])
    return rows[0]?.id ?? null
  },

  async admitted(scopes: Scopes, probeId: string): Promise<AdmittedRow | undefined> {
    const rows = await scopes.asLoginRole<AdmittedRow>('select * from probe_admitted($1)', [probeId])
    return rows[0]
  },

  async connects(
    scopes: Scopes,
    probeId: string,
    process: string,
    about: { address: string | null; version: string; system: string; ranges: readonly string[] },
  ): Promise<void> {
    await scopes.asLoginRole('select probe_connects($1, $2, $3::jsonb)', [
      probeId,
      process,
      JSON.stringify(about),
    ])
  },

  async leaves(scopes: Scopes, probes: readonly string[], process: string): Promise<void> {
    await scopes.asLoginRole('select probe_leaves($1::bigint[], $2)', [probes, process])
  },

  /** @returns those whose connection is no longer of this process, or that are revoked */
  async beats(scopes: Scopes, process: string, beats: readonly unknown[]): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ gone: string[] }>(
      'select probe_beats($1, $2::jsonb)::text[] as gone',
      [process, JSON.stringify(beats)],
    )
    return rows[0]!.gone
  },

  async horizon(scopes: Scopes): Promise<string> {
    const rows = await scopes.asLoginRole<{ tx: string }>('select poller_horizon()::text as tx')
    return rows[0]!.tx
  },

  async changes(scopes: Scopes, since: string): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>('select id::text from probe_changes($1::xid8) id', [
      since,
    ])
    return rows.map(({ id }) => id)
  },

  async targets(scopes: Scopes, probeId: string): Promise<TargetRow[]> {
    const all: TargetRow[] = []
    for (;;) {
      const rows = await scopes.asLoginRole<TargetRow>('select * from probe_targets($1, $2, $3)', [
        probeId,
        all.at(-1)?.device_id ?? '0',
        pageSize,
      ])
      all.push(...rows)
      if (rows.length < pageSize) return all
    }
  },

  credentials(scopes: Scopes, probeId: string): Promise<CredentialSecretRow[]> {
    return scopes.asLoginRole('select * from probe_credentials($1)', [probeId])
  },

  async owned(
    scopes: Scopes,
    probeId: string,
    measured: readonly { deviceId: string; at: number }[],
  ): Promise<Set<number>> {
    const rows = await scopes.asLoginRole<{ place: number }>(
      'select n - 1 as place from probe_owns($1, $2::bigint[], $3::bigint[]) n',
      [probeId, measured.map(({ deviceId }) => deviceId), measured.map(({ at }) => at)],
    )
    return new Set(rows.map(({ place }) => place))
  },

  async writeFacts(
    scopes: Scopes,
    probeId: string,
    facts: { epoch: string; sequence: number; facts: readonly unknown[] },
  ): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ isNew: boolean }>(
      'select probe_facts($1, $2, $3, $4::jsonb) as "isNew"',
      [probeId, facts.epoch, facts.sequence, JSON.stringify(facts.facts)],
    )
    return rows[0]!.isNew
  },

  /** Of companies that may not be polled now, or again. */
  async stand(scopes: Scopes, devices: readonly string[], state: 'stopped' | 'waiting'): Promise<void> {
    await scopes.asLoginRole('select poller_stands($1::bigint[], $2)', [devices, state])
  },

  async wayTo(scopes: Scopes, deviceId: string): Promise<{ probe_id: string; address: string } | undefined> {
    const rows = await scopes.asLoginRole<{ probe_id: string; address: string }>(
      'select * from probe_way($1)',
      [deviceId],
    )
    return rows[0]
  },

  /** Null: none reaches that address of the device's outlet. */
  async probeInLan(scopes: Scopes, deviceId: string, address: string): Promise<string | null> {
    const rows = await scopes.asLoginRole<{ id: string | null }>(
      'select probe_in_lan($1, $2::inet)::text as id',
      [deviceId, address],
    )
    return rows[0]?.id ?? null
  },

  /** Of probes that this process holds; they have them then. */
  trials(scopes: Scopes, process: string): Promise<ProbeTrial[]> {
    return scopes.asLoginRole('select * from probe_trials($1)', [process])
  },

  /** Probes of this process with a discovery to carry out, and what they reach there. */
  scans(scopes: Scopes, process: string): Promise<{ probe_id: string; ranges: string[] }[]> {
    return scopes.asLoginRole('select * from probe_scans($1)', [process])
  },

  async prune(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select prune_probe_holds()')
  },
}
