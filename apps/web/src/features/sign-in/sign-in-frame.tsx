import { type ReactNode, useEffect } from 'react'
import { usePlatformName } from '../../lib/platform-name.ts'
import { useT } from '../../lib/use-t.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Glyph } from '../../ui/glyphs.tsx'
import { LegalFooter } from './legal-footer.tsx'
import { LineDrawing } from './line-drawing.tsx'
import { brandDocument } from './brand-document.ts'
import { isBranded, usePageInfo } from './page-info.ts'
import { SignInTools } from './sign-in-tools.tsx'
import './sign-in.css'

/** Frame of every screen before a session. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const t = useT()
  const name = usePlatformName()
  const info = usePageInfo()
  const company = info?.company ?? null
  const branded = isBranded(info)
  useEffect(() => {
    if (company !== null) brandDocument(t('signIn.title'), company)
  }, [company, t])
  return (
    <div className="sign-in">
      <aside className="sign-in-pitch">
        <div className="sign-in-brand">
          {branded ? (
            company?.logoUrl != null && (
              <img className="sign-in-brand-logo" src={company.logoUrl} alt={company.name} />
            )
          ) : (
            <>
              <BrandMark size={36} onInk />
              {name}
              <small>{t('common.productLine')}</small>
            </>
          )}
        </div>
        <div>
          <h2>{branded ? (company?.name ?? '') : t('signIn.pitchTitle')}</h2>
          {!branded && (
            <>
              <p>{t('signIn.pitchText')}</p>
              <ul>
                {(
                  [t('signIn.pitchGateways'), t('signIn.pitchInsight'), t('signIn.pitchTenants')] as const
                ).map((line) => (
                  <li key={line}>
                    <Glyph name="success" />
                    {line}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <LineDrawing />
      </aside>
      <main className="sign-in-main">
        <SignInTools />
        {children}
        <LegalFooter />
      </main>
    </div>
  )
}
