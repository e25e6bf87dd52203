import type { ProposalKind } from './conversation-values.ts'
import { orderCategories, orderImpacts, orderTypes, orderUrgencies } from './work-order-values.ts'

/** A value of a proposal that the person may change before it is carried out. */
export interface ProposalField {
  readonly name: string
  readonly type: 'text' | 'long' | 'choice' | 'switch'
  readonly choices?: readonly string[]
  readonly most?: number
}

export const proposedDiagnostics = ['ping', 'traceroute', 'name_lookup'] as const
export const proposedLineTests = ['icmp', 'traceroute', 'dns', 'http', 'throughput'] as const

const reason: ProposalField = { name: 'reason', type: 'text', most: 200 }
const host: ProposalField = { name: 'host', type: 'text', most: 253 }

/** What of each kind may be changed. Its other values are fixed: what the proposal is about. */
export const proposalFields: Readonly<Record<ProposalKind, readonly ProposalField[]>> = {
  acknowledge_alarm: [{ name: 'comment', type: 'long', most: 1000 }],
  open_order: [
    { name: 'title', type: 'text', most: 100 },
    { name: 'description', type: 'long', most: 8000 },
    { name: 'type', type: 'choice', choices: orderTypes },
    { name: 'category', type: 'choice', choices: orderCategories },
    { name: 'impact', type: 'choice', choices: orderImpacts },
    { name: 'urgency', type: 'choice', choices: orderUrgencies },
  ],
  note_order: [
    { name: 'note', type: 'long', most: 4000 },
    { name: 'internal', type: 'switch' },
  ],
  run_diagnostic: [{ name: 'kind', type: 'choice', choices: proposedDiagnostics }, host],
  test_line: [
    { name: 'kind', type: 'choice', choices: proposedLineTests },
    host,
    { name: 'url', type: 'text', most: 2000 },
  ],
  restart_device: [reason],
  new_template: [
    { name: 'name', type: 'text', most: 100 },
    { name: 'definition', type: 'long', most: 20_000 },
  ],
}
