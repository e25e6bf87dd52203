/** Messages of the live stream. The cursor goes back as `?after=` when a broken stream resumes. */
export type LiveMessage =
  | { type: 'event'; cursor: string; event: LiveEvent }
  /** Events were missed for longer than they are kept: reload the page's data. */
  | { type: 'reset'; cursor: string }
  /** Sent on opening, and every 20 seconds. */
  | { type: 'hello'; cursor: string }

export interface LiveEvent {
  companyId: string
  /** Such as `device.presence`, `device.changed`, `command.changed`, `pool.changed`. */
  kind: LiveEventKind
  subjectId: string | null
  data: Record<string, unknown>
  at: string
}

/**
 * Where an event belongs, which decides who receives it within its company: `device` (or internet line), `terminal` and `outlet` go to
 * the people whose data scope covers the subject, `company` to all of the company, `everybody` to all companies.
 */
export type LivePlacement = 'device' | 'terminal' | 'outlet' | 'company' | 'everybody'

/** All kinds of events. The stream drops a kind that is not listed. */
export const liveEventPlacements = {
  'device.added': 'device',
  'device.presence': 'device',
  'device.changed': 'device',
  'device.released': 'device',
  /** A requested poll has ended, or its state changed. */
  'device.polled': 'device',
  'command.changed': 'device',
  'diagnostic.changed': 'device',
  'terminal.changed': 'device',
  /** A watched terminal has new output: its subject is the terminal. */
  'terminal.shown': 'terminal',
  'pool.changed': 'company',
  'outlet.changed': 'outlet',
  /** A line of the outlet came up, went down, or is not seen. */
  'line.changed': 'outlet',
  /** A test of a line that somebody asked for began, found something or ended; `runId` the test. */
  'line_test.changed': 'outlet',
  /** A probe came, went, or was edited. */
  'probe.changed': 'company',
  'company.changed': 'company',
  'licence.changed': 'company',
  'member.changed': 'company',
  'role.changed': 'company',
  /** A synchronisation of people moved on. */
  'people_sync.changed': 'company',
  'registration.changed': 'company',
  'invitation.changed': 'company',
  /** A product in maintenance takes its pages away from every company. */
  'product.changed': 'everybody',
  'application.changed': 'company',
  'firmware.changed': 'company',
  'template.changed': 'company',
  'campaign.changed': 'company',
  /** A draft was changed, approved or issued. */
  'service_report.changed': 'company',
  /** An audit pack went on, or is ready. */
  'audit_pack.changed': 'company',
  /** An import from Zabbix moved on. */
  'import.changed': 'company',
  /** Advisories affect more or fewer devices of the company. */
  'advisory.changed': 'company',
  /** A rota, a change of its shifts or a hand-over. */
  'rota.changed': 'company',
  /** An alarm of the device or line was raised, cleared, or somebody acted on it. */
  'alarm.changed': 'device',
  /** A maintenance window was entered, approved, ended or deleted. */
  'maintenance.changed': 'company',
  /** Somebody has a new notice: its subject is the person. */
  'notice.changed': 'company',
  /** A work order was made, changed or moved: its subject is the outlet, `orderId` the order. */
  'work_order.changed': 'outlet',
  /** Somebody asked for an approval, decided or withdrew it, or who decides has changed. */
  'approval.changed': 'company',
  'service_agreement.changed': 'company',
  /** Sites of an opening project, their steps or its orders. */
  'opening.changed': 'company',
  /** Stock of spare parts, their models or warehouses. */
  'part.changed': 'company',
  /** A sharing key was issued, redeemed, used or ended. */
  'sharing.changed': 'company',
  /** A plan of recurring orders, or the orders that it made. */
  'order_plan.changed': 'company',
  /** Another system raised or cleared alarms: its subject is the source. */
  'external_alarm.changed': 'company',
  /** A run of a discovery went on, or its finds were taken in: its subject is the job. */
  'discovery.changed': 'company',
  /** The topology of an outlet was derived anew. */
  'topology.changed': 'outlet',
  /** A backup of the device's configuration was queued, began or ended. */
  'configuration.changed': 'device',
  /** Grants or visits changed: reload what shows them. */
  'acting.changed': 'company',
} as const satisfies Record<`${string}.${string}`, LivePlacement>

export type LiveEventKind = keyof typeof liveEventPlacements
