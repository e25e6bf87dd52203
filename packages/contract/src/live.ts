/** What the live stream sends. The cursor goes back as `?after=` when a broken stream is resumed. */
export type LiveMessage =
  | { type: 'event'; cursor: string; event: LiveEvent }
  /** Events were missed for longer than they are kept: reload what is shown. */
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

export type LiveEventKind =
  | 'device.added'
  | 'device.presence'
  | 'device.changed'
  | 'device.released'
  | 'command.changed'
  | 'diagnostic.changed'
  | 'terminal.changed'
  /** Somebody watches a terminal, and something was shown there: its subject is the terminal. */
  | 'terminal.shown'
  | 'pool.changed'
  | 'outlet.changed'
  | 'company.changed'
  | 'licence.changed'
  | 'member.changed'
  | 'role.changed'
  | 'registration.changed'
  | 'invitation.changed'
  | 'product.changed'
  | 'application.changed'
  | 'firmware.changed'
  | 'template.changed'
  | 'campaign.changed'
  /** Who may act where, or who is inside: read anew what one shows of it. */
  | 'acting.changed'
