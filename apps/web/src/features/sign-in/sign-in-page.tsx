import { useTranslation } from 'react-i18next'
import { currentPrefix } from '../../lib/prefix.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Glyph } from '../../ui/glyphs.tsx'
import { LineDrawing } from './line-drawing.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInTools } from './sign-in-tools.tsx'
import './sign-in.css'

export function SignInPage() {
  const { t } = useTranslation()
  const prefix = currentPrefix()
  return (
    <div className="sign-in">
      <aside className="sign-in-pitch">
        <div className="sign-in-brand">
          <BrandMark size={36} onInk />
          {t('common.productName')}
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
        <SignInForm prefix={prefix} />
      </main>
    </div>
  )
}
