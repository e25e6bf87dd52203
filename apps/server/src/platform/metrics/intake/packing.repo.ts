import type { Scopes } from '../../db/scope.ts'

export interface PollKey {
  id: string
  device_id: string
  at: string
}

export interface TakenPoll extends PollKey {
  gauges: Buffer
  counters: Buffer
}

export interface PackedDevice {
  device_id: string
  revision: number
  last: Buffer | null
  /** Months. */
  cycle: number
  oldest: string
}

/** The series of a device: the same place of each list is one of them. */
export interface SlotsRow {
  device_id: string
  company_id: string
  slots: number[]
  metrics: string[]
  blocks: string[]
  ids: string[]
  instances: string[]
}

export interface Cell {
  block: string
  /** An hour or a quarter. */
  cell: number
}

export interface PackingResult {
  devices: readonly { id: string; revision: number; last: Buffer }[]
  polls: readonly PollKey[]
  hours: readonly { block: string; hour: number; cycle: number; samples: Buffer; five: Buffer | null }[]
  rollups: readonly { block: string; quarter: number; cycle: number; buckets: Buffer }[]
}

export const packingRepo = {
  async devices(scopes: Scopes, before: number): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>('select metric_packable($1) as id', [before])
    return rows.map(({ id }) => id)
  },

  take(
    scopes: Scopes,
    deviceIds: readonly string[],
    before: number,
    most: number,
    except: readonly string[] = [],
  ): Promise<TakenPoll[]> {
    return scopes.asLoginRole('select * from metric_take($1, $2, $3, $4)', [deviceIds, before, most, except])
  },

  packed(scopes: Scopes, deviceIds: readonly string[]): Promise<PackedDevice[]> {
    return scopes.asLoginRole('select * from metric_packed($1)', [deviceIds])
  },

  slots(scopes: Scopes, deviceIds: readonly string[]): Promise<SlotsRow[]> {
    return scopes.asLoginRole(
      'select device_id, company_id, slots, metrics, blocks::text[], ids::text[], instances from metric_slots($1)',
      [deviceIds],
    )
  },

  async hours(scopes: Scopes, cells: readonly Cell[]) {
    if (cells.length === 0) return []
    return scopes.asLoginRole<{ block: string; hour: number; cycle: number; samples: Buffer }>(
      'select block, hour, cycle, samples from metric_packed_hours($1, $2)',
      [cells.map(({ block }) => block), cells.map(({ cell }) => cell)],
    )
  },

  async rollups(scopes: Scopes, cells: readonly Cell[]) {
    if (cells.length === 0) return []
    return scopes.asLoginRole<{ block: string; quarter: number; cycle: number; buckets: Buffer }>(
      'select * from metric_packed_rollups($1, $2)',
      [cells.map(({ block }) => block), cells.map(({ cell }) => cell)],
    )
  },

  /** @throws if a device was packed meanwhile: nothing changed. */
  async pack(scopes: Scopes, { devices, polls, hours, rollups }: PackingResult): Promise<void> {
    await scopes.asLoginRole(
      'select metric_pack($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
      [
        devices.map(({ id }) => id),
        devices.map(({ revision }) => revision),
        devices.map(({ last }) => last),
        polls.map(({ device_id }) => device_id),
        polls.map(({ at }) => at),
        polls.map(({ id }) => id),
        hours.map(({ block }) => block),
        hours.map(({ hour }) => hour),
        hours.map(({ cycle }) => cycle),
        hours.map(({ samples }) => samples),
        hours.map(({ five }) => five),
        rollups.map(({ block }) => block),
        rollups.map(({ quarter }) => quarter),
        rollups.map(({ cycle }) => cycle),
        rollups.map(({ buckets }) => buckets),
      ],
    )
  },

  async dropPolls(scopes: Scopes, polls: readonly PollKey[]): Promise<void> {
    await scopes.asLoginRole('select metric_drop_polls($1, $2, $3)', [
      polls.map(({ device_id }) => device_id),
      polls.map(({ at }) => at),
      polls.map(({ id }) => id),
    ])
  },

  /** By device what is packed of its last samples, and which slots ended. */
  lasts(
    scopes: Scopes,
    after: string,
    most: number,
  ): Promise<{ device_id: string; last: Buffer; ended: number[] }[]> {
    return scopes.asLoginRole('select * from metric_lasts($1, $2)', [after, most])
  },

  /** At: of the last value; null: the series goes on. */
  async endSeries(
    scopes: Scopes,
    ends: readonly { deviceId: string; slot: number; at: number | null }[],
  ): Promise<void> {
    await scopes.asLoginRole('select metric_end_series($1, $2, $3)', [
      ends.map(({ deviceId }) => deviceId),
      ends.map(({ slot }) => slot),
      ends.map(({ at }) => at),
    ])
  },

  async makePartitions(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select metric_make_partitions(now())')
  },

  async dropPartition(scopes: Scopes): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ more: boolean }>('select metric_drop_partition(now()) as more')
    return rows[0]!.more
  },

  async deleteGone(scopes: Scopes, blocks: number): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ more: boolean }>('select metric_delete_gone($1) as more', [
      blocks,
    ])
    return rows[0]!.more
  },

  async goneDevices(scopes: Scopes): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>('select metric_gone_devices() as id')
    return rows.map(({ id }) => id)
  },

  async forgetBatches(scopes: Scopes, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select metric_forget_batches($1) as n', [most])
    return rows[0]!.n
  },
}
