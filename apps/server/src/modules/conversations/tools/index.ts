import { alarm, countAlarms } from './alarm.ts'
import { calculate } from './calculate.ts'
import { changes } from './changes.ts'
import { configuration, configurationChanges, templates } from './configuration.ts'
import { device, ports } from './device.ts'
import { diagnostics } from './diagnostics.ts'
import { line } from './line.ts'
import { lookups } from './lookups.ts'
import { metrics, topMetrics } from './metrics.ts'
import { notes } from './notes.ts'
import { order } from './order.ts'
import { outlet } from './outlet.ts'
import { licences, panel } from './panel.ts'
import { proposing } from './propose.ts'
import { topology } from './topology.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [
  ...lookups,
  outlet,
  device,
  ports,
  line,
  metrics,
  topMetrics,
  alarm,
  countAlarms,
  topology,
  order,
  configuration,
  configurationChanges,
  templates,
  changes,
  diagnostics,
  licences,
  panel,
  notes,
  calculate,
  ...proposing,
]

/** Tools that a person has the rights for: what each reads is checked again by its endpoints. */
export const toolsFor = (permissions: ReadonlySet<string>): readonly Tool[] =>
  tools.filter(({ needs }) => needs.every((code) => permissions.has(code)))
