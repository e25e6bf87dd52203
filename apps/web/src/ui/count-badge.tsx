import type { ReactNode } from 'react'
import './count-badge.css'

/**
 * An icon with a number at its corner; none for 0. The control around it names the number: a second reading of it, which may
 * be cut to `999+`, would not agree with that name. antd's badge rolls its digits, which stand there in tens meanwhile.
 */
export function CountBadge({
  count,
  most,
  color,
  children,
}: {
  count: number
  /** Above it the number is cut. */
  most: number
  color: string
  children: ReactNode
}) {
  return (
    <span className="count-badge">
      {children}
      {count > 0 && (
        <sup aria-hidden="true" style={{ background: color }}>
          {count > most ? `${most}+` : count}
        </sup>
      )}
    </span>
  )
}
