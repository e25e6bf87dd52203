import { useState } from 'react'
import { apiToken } from '../../../lib/api-client.ts'
import { ApiError, errorText } from '../../../lib/api-errors.ts'
import { useStore } from '../../../lib/store.ts'
import { useT } from '../../../lib/use-t.ts'
import { usePageInfo } from '../page-info.ts'
import { tickets } from '../tickets.ts'
import { useEntrance } from '../use-entrance.ts'
import { acceptedVersions, Consent } from './consent.tsx'
import { View } from './view.tsx'

/** Documents that a person has not accepted in their present version, after everything else of the sign-in. */
export function DocumentsView() {
  const t = useT()
  const ticket = useStore(tickets.documents) ?? ''
  const info = usePageInfo()
  const { enter, leadsOn } = useEntrance()
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const accept = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const accepted = acceptedVersions(info)
      await enter(
        await apiToken('POST /api/v1/auth/login/documents', { ticket, accepted }, { errors: 'caller' }),
      )
    } catch (error) {
      const next = error instanceof ApiError && (await leadsOn(error))
      if (next) setFailure(t('access.documentsNewer'))
      else
        setFailure(
          error instanceof ApiError && error.code === 'ticket.invalid'
            ? t('access.documentsExpired')
            : errorText(error),
        )
    } finally {
      setBusy(false)
    }
  }
  return (
    <View title={t('access.documentsTitle')} about={<p>{t('access.documentsText')}</p>} back={false}>
      <Consent agreed={agreed} onChange={setAgreed} />
      {failure !== null && (
        <p role="alert" className="sign-in-failure">
          {failure}
        </p>
      )}
      <button
        type="button"
        className="plain-button plain-button-primary sign-in-submit"
        disabled={!agreed || busy || info === null}
        onClick={() => void accept()}
      >
        {t('access.documentsSubmit')}
      </button>
      <p className="sign-in-links">
        <button type="button" className="sign-in-link" onClick={() => tickets.documents.set(null)}>
          {t('access.otherAccount')}
        </button>
      </p>
    </View>
  )
}
