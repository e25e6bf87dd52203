import type { ReactNode } from 'react'
import './menu-item.css'

/** The label of a menu's entry: what cannot be done says why, also where nothing hovers. */
export function menuLabel(label: string, why?: string | null): ReactNode {
  if (why === undefined || why === null) return label
  return (
    <>
      {label}
      <small className="menu-why">{why}</small>
    </>
  )
}
