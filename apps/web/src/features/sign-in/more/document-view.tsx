import { type DocumentKind, isAddress } from '@netward/contract/document-values'
import { api } from '../../../lib/api-client.ts'
import { errorText } from '../../../lib/api-errors.ts'
import { useT } from '../../../lib/use-t.ts'
import { useLanguage } from '../../../lib/preferences.ts'
import { useOnce } from './use-once.ts'
import { View } from './view.tsx'

export const TermsView = () => <DocumentView kind="terms" />
export const PrivacyView = () => <DocumentView kind="privacy" />

/** A document of the platform, in the language of the page where there is one. */
function DocumentView({ kind }: { kind: DocumentKind }) {
  const t = useT()
  const { loaded, again } = useOnce(() =>
    api('GET /api/v1/auth/login/document', { kind }, { errors: 'caller' }),
  )
  const title = t(`signIn.documents.${kind}`)
  if (loaded === null) return <View title={title} />
  if ('error' in loaded) {
    return (
      <View title={title} about={<p>{errorText(loaded.error)}</p>}>
        <button type="button" className="plain-button" onClick={again}>
          {t('common.retry')}
        </button>
      </View>
    )
  }
  const { version, zh, en } = loaded.value
  return (
    <View title={title} about={<p>{t('access.documentVersion', { version })}</p>}>
      <DocumentContent zh={zh} en={en} />
    </View>
  )
}

/** Of the language of the page; where that has none, of the other. */
function DocumentContent({ zh, en }: { zh: string; en: string }) {
  const t = useT()
  const language = useLanguage()
  const content = (language === 'zh' ? zh : en) || zh || en
  if (isAddress(content)) {
    return (
      <a className="plain-button" href={content} target="_blank" rel="noreferrer">
        {t('access.documentOpen')}
      </a>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
    <section className="document-text" tabIndex={0} aria-label={t('access.documentText')}>
      {content}
    </section>
  )
}
