/** Events of TR-069 amendment 6, table 8. `method` is M with the RPC's name, `vendor` is X with an OUI. */
const numbered = [
  'bootstrap',
  'boot',
  'periodic',
  'scheduled',
  'value_change',
  'kicked',
  'connection_request',
  'transfer_complete',
  'diagnostics_complete',
  'request_download',
  'autonomous_transfer_complete',
  'du_state_change_complete',
  'autonomous_du_state_change_complete',
  'wakeup',
  'heartbeat',
] as const

export type EventKind = (typeof numbered)[number] | 'method' | 'vendor' | 'unknown'

/** The codes as written in an Inform. */
export const eventCode = {
  bootstrap: '0 BOOTSTRAP',
  boot: '1 BOOT',
  periodic: '2 PERIODIC',
  scheduled: '3 SCHEDULED',
  valueChange: '4 VALUE CHANGE',
  kicked: '5 KICKED',
  connectionRequest: '6 CONNECTION REQUEST',
  transferComplete: '7 TRANSFER COMPLETE',
  diagnosticsComplete: '8 DIAGNOSTICS COMPLETE',
  requestDownload: '9 REQUEST DOWNLOAD',
  autonomousTransferComplete: '10 AUTONOMOUS TRANSFER COMPLETE',
  duStateChangeComplete: '11 DU STATE CHANGE COMPLETE',
  autonomousDuStateChangeComplete: '12 AUTONOMOUS DU STATE CHANGE COMPLETE',
  wakeup: '13 WAKEUP',
  heartbeat: '14 HEARTBEAT',
  reboot: 'M Reboot',
  scheduleInform: 'M ScheduleInform',
  download: 'M Download',
  scheduleDownload: 'M ScheduleDownload',
  upload: 'M Upload',
  changeDuState: 'M ChangeDUState',
} as const

export interface ClassifiedEvent {
  kind: EventKind
  /** The RPC of an M event (`Reboot`), the rest of an X event; '' otherwise. */
  detail: string
}

/** Meaning of an event code. The number decides: firmware also writes `2 Periodic` and plain `1`. */
export function classifyEvent(code: string): ClassifiedEvent {
  const text = code.trim()
  const number = /^(\d{1,2})(?:\s|$)/.exec(text)?.[1]
  if (number !== undefined) return { kind: numbered[Number(number)] ?? 'unknown', detail: '' }
  if (/^M[\s_]/i.test(text)) return { kind: 'method', detail: text.slice(2).trim() }
  if (/^X[\s_]/i.test(text)) return { kind: 'vendor', detail: text.slice(2).trim() }
  return { kind: 'unknown', detail: text }
}
