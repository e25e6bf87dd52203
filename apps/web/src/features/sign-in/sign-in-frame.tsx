import type { ReactNode } from 'react'
import { usePlatformName } from '../../lib/platform-name.ts'
import { useT } from '../../lib/use-t.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Glyph } from '../../ui/glyphs.tsx'
import { LineDrawing } from './line-drawing.tsx'
import { SignInTools } from './sign-in-tools.tsx'
import './sign-in.css'

/** What stands around every screen before a session. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const t = useT()
  const name = usePlatformName()
  return (
    <div className="sign-in">
      <aside className="sign-in-pitch">
        <div className="sign-in-brand">
          <BrandMark size={36} onInk />
          {name}
          <small>{t('common.productLine')}</small>
        </div>
        <div>
          <h2>{t('signIn.pitchTitle')}</h2>
          <p>{t('signIn.pitchText')}</p>
          <ul>
            {([t('signIn.pitchGateways'), t('signIn.pitchInsight'), t('signIn.pitchTenants')] as const).map(
              (line) => (
                <li key={line}>
                  <Glyph name="success" />
                  {line}
                </li>
              ),
            )}
          </ul>
        </div>
        <LineDrawing />
      </aside>
      <main className="sign-in-main">
        <SignInTools />
        {children}
      </main>
    </div>
  )
}
