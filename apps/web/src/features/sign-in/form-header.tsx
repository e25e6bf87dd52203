import { type ReactNode, useEffect, useRef } from 'react'
import { currentPrefix } from '../../lib/prefix.ts'
import { useT } from '../../lib/use-t.ts'
import { usePageInfo } from './page-info.ts'

/**
 * Brand, title and what the view is about. Under a prefix there is room for the company's logo and name from the
 * first paint, so that nothing moves when they arrive.
 */
export function FormHeader({
  title,
  children,
  focused = false,
}: {
  title: string
  children?: ReactNode
  /** The title takes the focus: what is read next is this view. */
  focused?: boolean
}) {
  const t = useT()
  const prefix = currentPrefix()
  const company = usePageInfo()?.company ?? null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <header>
      <div className={prefix === '' ? 'sign-in-mark sign-in-mark-small-only' : 'sign-in-mark'}>
        {company?.logoUrl == null ? (
          <img src="/favicon.svg" alt="" width={44} height={44} />
        ) : (
          <img className="sign-in-logo" src={company.logoUrl} alt={company.name} />
        )}
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {prefix !== '' && (
        <p className="sign-in-prefix" title={company?.name}>
          {company?.name ?? t('signIn.underPrefix', { prefix })}
        </p>
      )}
      {children !== undefined && <div className="sign-in-about">{children}</div>}
    </header>
  )
}
