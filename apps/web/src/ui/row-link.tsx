import type { ReactNode } from 'react'

/**
 * A plain link for list rows, followed by the hash history. The router's own link computes and watches its
 * address, too expensive for thousands of rows.
 */
export function RowLink(props: {
  to: string
  title?: string
  /** For screen readers, where the text alone does not identify the row. */
  label?: string
  children: ReactNode
}) {
  const { to, title, label, children } = props
  return (
    <a
      href={`#${to}`}
      {...(title !== undefined && { title })}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {children}
    </a>
  )
}
