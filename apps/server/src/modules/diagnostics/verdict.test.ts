import { phrase } from '@netward/phrases/server'
import type { ConnectionFacts } from '@netward/cwmp'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findingCodes, severities } from '@netward/contract/device-check-values'
import { type CheckFacts, type PingFact, verdictOf } from './verdict.ts'

const ping = (target: string, more: Partial<PingFact> = {}): PingFact => ({
  target,
  sent: 10,
  received: 10,
  avgMs: 8,
  unresolved: false,
  ...more,
})
const connection: ConnectionFacts = {
  name: 'wan',
  status: 'Connected',
  isUp: true,
  enabled: true,
  isPpp: false,
  address: '198.18.0.7',
  lastError: null,
}
const gateway = {
  connections: [connection],
  defaultGateway: '198.18.0.1',
  dnsServer: '198.18.0.53',
  uptimeSeconds: 90_000,
  memory: { totalKib: 1000, freeKib: 600 },
  cpuPercent: 7,
}
const well: CheckFacts = {
  presence: 'online',
  lastInformAt: '2024-05-01T10:00:00.000Z',
  minutesSilent: 1,
  softwareVersion: '1.0',
  newerVersion: null,
  restarts24h: 0,
  provision: null,
  gateway,
  firstHop: ping('198.18.0.1'),
  dnsServer: ping('198.18.0.53'),
  far: ping('www.example.com'),
  lookup: { host: 'www.example.com', succeeded: 3, avgMs: 12 },
  download: { mbit: 80, failed: false, bought: null },
  skipped: { not_supported: 0, busy: 0, no_answer: 0 },
  silent: false,
}
const dead = { received: 0, avgMs: null }
const down = { ...connection, isUp: false, status: 'Disconnected', address: null }
const withLines = (...connections: ConnectionFacts[]) => ({ gateway: { ...gateway, connections } })

describe('what is wrong, the worst first', () => {
  test.each<[string, Partial<CheckFacts>, string[]]>([
    ['all is well', {}, ['fine']],
    ['never called', { lastInformAt: null, presence: 'unknown', gateway: null }, ['never_called']],
    [
      'offline, whatever else is known',
      { presence: 'offline', minutesSilent: 90, ...withLines(down) },
      ['offline'],
    ],
    ['offline after many restarts', { presence: 'offline', restarts24h: 9 }, ['offline', 'restarts']],
    [
      'nobody answered',
      { silent: true, skipped: { not_supported: 0, busy: 0, no_answer: 6 } },
      ['no_answer'],
    ],
    [
      'part of it was not answered',
      { skipped: { not_supported: 0, busy: 0, no_answer: 1 }, download: null },
      ['no_answer'],
    ],
    [
      'the line is down: what does not pass over it is no news',
      { ...withLines(down), far: ping('x', dead) },
      ['wan_down'],
    ],
    ['down beside one that is up', withLines(down, connection), ['wan_down_backup']],
    ['a line that is switched off is not down', withLines({ ...down, enabled: false }, connection), ['fine']],
    [
      'PPP was refused',
      withLines({ ...down, isPpp: true, lastError: 'ERROR_AUTHENTICATION_FAILURE' }),
      ['ppp_auth'],
    ],
    ['up without an address', withLines({ ...connection, address: null }), ['no_address']],
    [
      'nothing answers from the first hop on',
      {
        firstHop: ping('a', dead),
        dnsServer: ping('b', dead),
        far: ping('c', dead),
        lookup: null,
        download: null,
      },
      ['line_dead'],
    ],
    ['the first hop answers no ping, the rest does', { firstHop: ping('a', dead) }, ['fine']],
    [
      'nothing behind the first hop',
      { dnsServer: ping('b', dead), far: ping('c', dead), lookup: null, download: null },
      ['beyond_dead'],
    ],
    [
      'no ping is answered, but a download passes',
      { firstHop: ping('a', dead), dnsServer: ping('b', dead), far: ping('c', dead) },
      ['fine'],
    ],
    [
      'DNS is broken while addresses answer',
      {
        lookup: { host: 'n', succeeded: 0, avgMs: null },
        far: ping('n', { ...dead, sent: 0, unresolved: true }),
      },
      ['dns_broken'],
    ],
    [
      'the DNS server is silent',
      { lookup: { host: 'n', succeeded: 0, avgMs: null }, dnsServer: ping('b', dead) },
      ['dns_silent'],
    ],
    [
      'loss from the first hop on is reported once',
      { firstHop: ping('a', { received: 6 }), far: ping('c', { received: 5 }) },
      ['loss_first_hop'],
    ],
    ['loss behind the first hop', { far: ping('c', { received: 8 }) }, ['loss_beyond']],
    [
      'delay to the first hop',
      { firstHop: ping('a', { avgMs: 90 }), far: ping('c', { avgMs: 300 }) },
      ['latency_first_hop'],
    ],
    ['delay behind it', { far: ping('c', { avgMs: 300 }) }, ['latency_beyond']],
    ['slow', { download: { mbit: 0.4, failed: false, bought: null } }, ['slow']],
    ['slow for what was bought', { download: { mbit: 60, failed: false, bought: 500 } }, ['slow']],
    ['fast enough for what was bought', { download: { mbit: 120, failed: false, bought: 500 } }, ['fine']],
    [
      'a throughput that could not be said is no finding',
      { download: { mbit: null, failed: false, bought: 5 } },
      ['fine'],
    ],
    ['the download failed', { download: { mbit: null, failed: true, bought: null } }, ['download_failed']],
    ['restarts', { restarts24h: 3 }, ['restarts']],
    ['memory', { gateway: { ...gateway, memory: { totalKib: 1000, freeKib: 40 } } }, ['memory_full']],
    ['CPU', { gateway: { ...gateway, cpuPercent: 97 } }, ['cpu_busy']],
    ['drift', { provision: { state: 'drifted', drift: 2 } }, ['drift']],
    ['a template that failed', { provision: { state: 'failed', drift: 0 } }, ['provision_failed']],
    ['newer firmware', { newerVersion: '2.0' }, ['firmware_newer']],
    [
      'busy, and not supported',
      { skipped: { not_supported: 1, busy: 1, no_answer: 0 }, firstHop: null, download: null },
      ['busy', 'not_supported'],
    ],
    [
      'several: by severity, then on the way out',
      { newerVersion: '2.0', restarts24h: 4, far: ping('c', { received: 2 }) },
      ['loss_beyond', 'restarts', 'firmware_newer'],
    ],
  ])('%s', (_name, more, codes) => {
    expect(verdictOf({ ...well, ...more }).map(({ code }) => code)).toEqual(codes)
  })

  test('a finding has its sentence and remedy in both languages, with all parameters', () => {
    const params = {
      minutes: 5,
      name: 'wan',
      error: 'e',
      status: 's',
      target: 't',
      host: 'h',
      server: 'v',
      loss: 5,
    }
    const more = { ms: 9, mbit: 1, least: 2, count: 3, percent: 95, version: '1', newer: '2' }
    for (const code of findingCodes) {
      for (const language of ['zh', 'en'] as const) {
        for (const part of ['text', 'advice'] as const) {
          const said = phrase(language, `diagnostics.findings.${code}.${part}`, { ...params, ...more })
          expect(said).not.toMatch(/\{\{|diagnostics\.findings/)
        }
      }
    }
  })

  test('every set of facts has an ordered verdict', () => {
    const anyPing = fc.option(
      fc.record({
        target: fc.string(),
        sent: fc.nat(50),
        received: fc.nat(50),
        avgMs: fc.option(fc.float({ noNaN: true, min: 0 })),
        unresolved: fc.boolean(),
      }),
    )
    const count = fc.nat(6)
    fc.assert(
      fc.property(
        fc.record({
          presence: fc.constantFrom('online' as const, 'offline' as const, 'unknown' as const),
          firstHop: anyPing,
          dnsServer: anyPing,
          far: anyPing,
          restarts24h: count,
          silent: fc.boolean(),
          skipped: fc.record({ not_supported: count, busy: count, no_answer: count }),
        }),
        (more) => {
          const findings = verdictOf({ ...well, ...more })
          const ranks = findings.map(({ severity }) => severities.indexOf(severity))
          expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
          expect(findings.length).toBeGreaterThan(0)
          expect(findings.some(({ code }) => code === 'fine')).toBe(findings[0].severity === 'fine')
        },
      ),
    )
  })
})
