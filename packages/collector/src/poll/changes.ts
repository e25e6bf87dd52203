import type { Varbind } from '../snmp/agent.ts'
import type { Device } from './device.ts'

/** ifTableLastChange and ifStackLastChange. */
export const tableChangeOids = ['1.3.6.1.2.1.31.1.5.0', '1.3.6.1.2.1.31.1.6.0'] as const
/** sysUpTime wraps after 497 days (RFC 3418): at that moment it goes back without a restart. */
const wrap = 2 ** 32
/** Hundredths of a second: clocks of devices are not exact, and answers take time. */
const tolerance = 3000

/** Whether the agent started anew since the last round, so that indexes may have moved. */
export function isRestart(
  { upTime: before, upTimeAt }: Pick<Device, 'upTime' | 'upTimeAt'>,
  upTime: number | null,
  now = performance.now(),
): boolean {
  if (before === null || upTime === null || upTime >= before) return false
  const expected = before + (now - upTimeAt) / 10
  return expected < wrap - tolerance || Math.abs(expected - wrap - upTime) > tolerance
}

/** RFC 2863: when interfaces came or went, and when their layers changed. Null: the agent does not say. */
export function tableChangeOf(found: ReadonlyMap<string, Varbind>): string | null {
  const times = tableChangeOids.map((oid) => String(found.get(oid)?.value ?? ''))
  return times.every((time) => time === '') ? null : times.join()
}
