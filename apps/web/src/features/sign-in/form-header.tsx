import { type ReactNode, useEffect, useRef } from 'react'
import { currentPrefix } from '../../lib/prefix.ts'
import { useT } from '../../lib/use-t.ts'
import { isBranded, usePageInfo } from './page-info.ts'

/**
 * Brand, title and purpose of the view. Under a prefix, space for the company's logo and name is reserved
 * from the first paint, so that nothing moves when they arrive.
 */
export function FormHeader({
  title,
  children,
  focused = false,
}: {
  title: string
  children?: ReactNode
  /** The title takes the focus, so that reading continues in this view. */
  focused?: boolean
}) {
  const t = useT()
  const prefix = currentPrefix()
  const info = usePageInfo()
  const company = info?.company ?? null
  const branded = isBranded(info)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <header>
      <div className={prefix === '' ? 'sign-in-mark sign-in-mark-small-only' : 'sign-in-mark'}>
        {branded ? (
          company !== null &&
          company.logoUrl !== null && (
            <img className="sign-in-logo" src={company.logoUrl} alt={company.name} />
          )
        ) : (
          <img src="/favicon.svg" alt="" width={44} height={44} />
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
