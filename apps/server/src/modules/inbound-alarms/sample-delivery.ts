import type { InboundKind } from '@netward/contract/inbound-alarm-values'

/** What a system of this kind sends for an alarm of a host that no company has: its beginning and its end. */
export function sampleDeliveries(kind: InboundKind, name: string, now: number): unknown[] {
  const at = new Date(now).toISOString()
  const host = 'netward-test'
  // Of digits, as Zabbix counts its events.
  const key = String(now)
  const both = [true, false]
  if (kind === 'zabbix')
    return both.map((begins) => ({
      eventId: key,
      value: begins ? '1' : '0',
      severity: '1',
      host,
      name,
      age: '0s',
      duration: '0s',
    }))
  if (kind === 'alertmanager')
    return both.map((begins) => {
      const status = begins ? 'firing' : 'resolved'
      return {
        version: '4',
        status,
        alerts: [
          {
            status,
            labels: { alertname: name, host, severity: 'info' },
            annotations: {},
            startsAt: at,
            endsAt: begins ? '0001-01-01T00:00:00Z' : at,
            fingerprint: `test-${key}`,
          },
        ],
      }
    })
  return both.map((begins) => ({
    key: `test-${key}`,
    state: begins ? 'firing' : 'resolved',
    severity: 'info',
    host,
    name,
    startedAt: at,
    ...(!begins && { endedAt: at }),
  }))
}
