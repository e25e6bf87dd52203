import type { TestApp } from './test-app.ts'

/** Columns that say when something of lines, probes and alarms was. */
const moments = {
  line_hour: ['hour'],
  line_outage: ['began_at', 'ended_at', 'worst_at', 'cause_at'],
  line_standing: ['since', 'measured_at', 'unledgered_from'],
  carrier_outage: ['began_at', 'ended_at'],
  carrier_outage_line: ['began_at', 'ended_at'],
  carrier_due: ['from_at'],
  probe_hold: ['since', 'until'],
  device_presence: ['last_inform_at'],
  alarm: ['raised_at', 'cleared_at'],
} as const

/** More than any test lasts: rows that are unique by their time do not meet on the way. */
const aside = 1_000_000

/** Hours pass: what happened lies so much further back. */
export async function passHours(t: Pick<TestApp, 'adminPool'>, hours: number): Promise<void> {
  for (const [table, columns] of Object.entries(moments))
    for (const by of [hours + aside, -aside]) {
      const moved = columns.map((column) => `${column} = ${column} - make_interval(hours => $1)`)
      await t.adminPool.query(`update ${table} set ${moved.join(', ')}`, [by])
    }
}
