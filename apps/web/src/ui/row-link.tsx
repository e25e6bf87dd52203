import type { ReactNode } from 'react'

/**
 * A link for the rows of a list: a plain one, which the hash history follows by itself. The router's own link
 * computes and watches its address, which a list of thousands cannot afford.
 */
export function RowLink(props: {
  to: string
  title?: string
  /** For a screen reader, where the text alone does not say of which row it is. */
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
