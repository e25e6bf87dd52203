import type { EndpointOutput } from '@netward/contract'
import { paths } from '../../lib/paths.ts'

export type Waiting = EndpointOutput<'GET /api/v1/workbench'>['waiting'][number]

export interface WaitingItem {
  /** The list with as many lines as the number. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly tone: 'bad' | 'warn' | 'plain'
}

/** Search parameter that opens the failed commands over the workbench. */
export const shownParameter = 'show'
export const failedCommands = 'failed-commands'

export const waitingItems: Record<Waiting['kind'], WaitingItem> = {
  break_glass: { to: paths.actingAccess, search: { state: 'approved', how: 'break_glass' }, tone: 'bad' },
  acting_requests: { to: paths.actingAccess, search: { state: 'waiting' }, tone: 'warn' },
  duplicate_gateways: { to: paths.smartCpeList, search: { guard: 'duplicate' }, tone: 'bad' },
  quarantined_gateways: { to: paths.smartCpeList, search: { guard: 'quarantined' }, tone: 'warn' },
  failed_commands: { to: paths.homePage, search: { [shownParameter]: failedCommands }, tone: 'bad' },
  unknown_gateways: { to: paths.unknownGateways, tone: 'plain' },
  holidays_missing: { to: paths.serviceAgreements, tone: 'warn' },
  registrations: { to: paths.registrations, search: { state: 'waiting' }, tone: 'plain' },
  invitations: {
    to: paths.organisationStructure,
    search: { tab: 'invitations', state: 'open' },
    tone: 'plain',
  },
}

const order = Object.keys(waitingItems)

/** Most urgent first. */
export function inOrder(waiting: readonly Waiting[]): readonly Waiting[] {
  return waiting.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}
