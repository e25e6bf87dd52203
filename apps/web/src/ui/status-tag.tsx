import type { ReactNode } from 'react'
import './status-tag.css'

/** `ok` good, `bad` failed, `warn` wants attention, `busy` under way, `waiting` later, `off` at rest, `unknown`. */
export type StatusTone = 'ok' | 'bad' | 'warn' | 'busy' | 'waiting' | 'off' | 'unknown'

/** A state by colour, icon and word, so that no one of them carries it alone. `icon` takes the place of the tone's. */
export function StatusTag(props: { tone: StatusTone; children: ReactNode; icon?: ReactNode }) {
  const own = props.icon === undefined ? '' : ' status-own-icon'
  return (
    <span className={`status-tag status-${props.tone}${own}`}>
      {props.icon}
      {props.children}
    </span>
  )
}
