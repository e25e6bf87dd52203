import type { ReactNode } from 'react'
import './menu-item.css'

/** Label of a menu entry: unavailable entries give the reason, also without hover. */
export function menuLabel(label: string, why?: string | null): ReactNode {
  if (why === undefined || why === null) return label
  return (
    <>
      {label}
      <small className="menu-why">{why}</small>
    </>
  )
}
