import type { ReactNode } from 'react'
import { Glyph } from './glyphs.tsx'
import './status-tag.css'

/** `ok` good, `bad` failed, `warn` wants attention, `busy` under way, `waiting` later, `off` at rest, `unknown`. */
export type StatusTone = 'ok' | 'bad' | 'warn' | 'busy' | 'waiting' | 'off' | 'unknown'

/** A state by colour, icon and word, so that no one of them carries it alone. */
export function StatusTag({
  tone,
  children,
  icon,
}: {
  tone: StatusTone
  children: ReactNode
  icon?: ReactNode
}) {
  return (
    <span className={`status-tag status-${tone}`}>
      {icon ?? <Glyph name={tone} size={12} />}
      {children}
    </span>
  )
}
