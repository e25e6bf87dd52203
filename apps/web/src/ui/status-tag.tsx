import type { ReactNode } from 'react'
import './status-tag.css'

/**
 * `ok` good, `bad` failed, `warn` needs attention, `busy` in progress, `waiting` later, `off` idle,
 * `unknown`.
 */
export type StatusTone = 'ok' | 'bad' | 'warn' | 'busy' | 'waiting' | 'off' | 'unknown'

/** A state by colour, icon and word, so that none carries it alone. `icon` replaces the tone's icon. */
export function StatusTag(props: { tone: StatusTone; children: ReactNode; icon?: ReactNode }) {
  const own = props.icon === undefined ? '' : ' status-own-icon'
  return (
    <span className={`status-tag status-${props.tone}${own}`}>
      {props.icon}
      {props.children}
    </span>
  )
}
