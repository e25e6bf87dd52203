import type { ReactNode } from 'react'

/**
 * A link for the rows of a list: a plain one, which the hash history follows by itself. The router's own link
 * computes and watches its address, which a list of thousands cannot afford.
 */
export function RowLink({ to, title, children }: { to: string; title?: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} {...(title !== undefined && { title })}>
      {children}
    </a>
  )
}
