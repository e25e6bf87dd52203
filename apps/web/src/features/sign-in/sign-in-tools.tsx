import { useT } from '../../lib/use-t.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { setTheme, useLanguage, useTheme } from '../../lib/preferences.ts'
import { Glyph } from '../../ui/glyphs.tsx'

/** The other language is shown by its native name. */
const languageNames = { zh: '中文', en: 'English' } as const

export function SignInTools() {
  const t = useT()
  const other = useLanguage() === 'zh' ? 'en' : 'zh'
  const otherTheme = useTheme() === 'light' ? 'dark' : 'light'
  return (
    <div className="sign-in-tools">
      <button
        type="button"
        className="plain-button"
        lang={other === 'zh' ? 'zh-CN' : 'en'}
        onClick={() => void setLanguage(other)}
      >
        <Glyph name="language" />
        {languageNames[other]}
      </button>
      <button type="button" className="plain-button" onClick={() => setTheme(otherTheme)}>
        <Glyph name={otherTheme === 'dark' ? 'moon' : 'sun'} />
        {otherTheme === 'dark' ? t('signIn.themeDark') : t('signIn.themeLight')}
      </button>
    </div>
  )
}
