import type { LineMeasurer } from './line-quality-values.ts'
import { type LinkTestKind, linkTestKinds } from './link-tests.ts'

/** Closed lists of tests of lines that somebody asks for, without a library. */

/** What each vantage can test; the server reaches the line's own address alone. */
export const kindsOfVantage: Readonly<Record<LineMeasurer, readonly LinkTestKind[]>> = {
  probe: linkTestKinds,
  server: ['icmp', 'tcp', 'http', 'traceroute'],
  gateway: ['icmp', 'dns', 'traceroute', 'throughput'],
}

export const lineTestStates = ['waiting', 'running', 'done', 'stopped', 'failed'] as const
export type LineTestState = (typeof lineTestStates)[number]

/** Why a vantage cannot test a line; errors of the API have the same names. */
export const vantageRefusals = ['no_probe', 'probe_offline', 'no_address', 'no_gateway'] as const
export type VantageRefusal = (typeof vantageRefusals)[number]

/** Why a test failed, beside what it found. */
export const lineTestProblems = [
  /** Nobody took it in time. */
  'not_taken',
  /** Who took it fell silent. */
  'no_answer',
  /** The gateway refused it, or reported an error. */
  'gateway',
  /** Of a test of many lines: nothing reaches this one. */
  'no_vantage',
  /** Of a test of many lines: one of the kind runs already. */
  'under_way',
] as const

export const lineTestLimits = {
  packets: { min: 1, max: 100, default: 20 },
  megabytes: { min: 1, max: 1000, default: 20 },
  /** TR-143 of gateways. */
  gatewayMegabytes: 100,
  /** Of a test of many. */
  lines: 1000,
} as const
