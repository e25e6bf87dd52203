import type { TrialResult } from '@netward/collector'
import { cleanText } from '../../../platform/clean-text.ts'

/** What a trial found, as the database stores it: hostile text is cut. */
export function endedTrial(id: string, { state, credentialId, reading }: TrialResult) {
  const text = (value: string | undefined) => cleanText(value, 256).trim()
  const { identity } = reading ?? {}
  const found = {
    sysName: text(identity?.sysName),
    vendor: text(identity?.vendor),
    type: text(identity?.type),
    model: text(identity?.model),
    version: text(identity?.version),
    serialNumber: text(identity?.serialNumber),
    interfaces: reading?.interfaces.length ?? null,
  }
  return { id, state, credentialId, found }
}
