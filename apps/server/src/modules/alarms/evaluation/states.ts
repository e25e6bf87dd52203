import { parseHours } from '@netward/contract/business-hours'
import { isOpen, nextClosedWindow } from '@netward/contract/open-times'
import type { WatchedState } from '@netward/contract/alarm-values'
import type { Verdict } from '../machine/judge.ts'
import type { ContextRow } from './evaluation.repo.ts'

/** A shop that opened so long ago without its devices has a fault; until then somebody is switching them on. */
const graceMs = 30 * 60_000

/** Whether a device is in a state that a rule watches, as its presence and its polling say. */
export function judgeState(state: WatchedState, { presence, polling }: ContextRow): Verdict {
  if (state === 'offline') {
    if (presence === 'offline') return 'bad'
    return presence === 'online' ? 'good' : presence === 'overdue' ? 'between' : 'none'
  }
  if (polling === 'snmp_silent') return 'bad'
  if (polling === 'ok') return 'good'
  return polling === 'unreachable' ? 'between' : 'none'
}

/**
 * Until when a device that is off is no alarm: its outlet is closed, or opened less than 30 minutes ago while the device was
 * off already. Null: it is one. In milliseconds.
 */
export function closedUntil(
  { business_hours: text, time_zone: zone, state_at: since }: ContextRow,
  now: number,
): number | null {
  const hours = text ? parseHours(text) : null
  if (hours === null || zone === null || since === null) return null
  if (!isOpen(hours, zone, new Date(now))) {
    const end = nextClosedWindow(hours, zone, new Date(now), 1)?.end?.getTime()
    // Of one that opens on no known day: it is looked at again tomorrow.
    return end === undefined ? now + 24 * 60 * 60_000 : end + graceMs
  }
  if (isOpen(hours, zone, new Date(now - graceMs))) return null
  const opened = nextClosedWindow(hours, zone, new Date(now - graceMs), 1)?.end?.getTime() ?? now
  return since < opened && opened + graceMs > now ? opened + graceMs : null
}
