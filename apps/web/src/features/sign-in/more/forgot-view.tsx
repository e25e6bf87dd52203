import { useState } from 'react'
import { useT } from '../../../lib/use-t.ts'
import { usePageInfo } from '../page-info.ts'
import { ForgotByMail } from './forgot-by-mail.tsx'
import { ForgotByPhone } from './forgot-by-phone.tsx'
import { Outcome, View } from './view.tsx'

/** By a mailed link or a code to a phone: whichever this installation can send. */
export function ForgotView() {
  const t = useT()
  const info = usePageInfo()
  const [chosen, setChosen] = useState<'mail' | 'phone' | null>(null)
  const [state, setState] = useState<'asking' | 'reset'>('asking')
  if (state === 'reset')
    return <Outcome title={t('access.resetDoneTitle')} text={t('access.resetDoneText')} />
  if (info !== null && !info.mail && !info.phoneCodes) {
    return <View title={t('access.forgotTitle')} about={<p>{t('access.forgotUnavailable')}</p>} />
  }
  const by = chosen ?? (info?.mail === false ? 'phone' : 'mail')
  const both = info?.mail === true && info.phoneCodes
  return (
    <View
      title={t('access.forgotTitle')}
      about={<p>{by === 'mail' ? t('access.forgotMailText') : t('access.forgotPhoneText')}</p>}
    >
      {both && (
        <fieldset className="sign-in-choice">
          <legend>{t('access.forgotBy')}</legend>
          {(['mail', 'phone'] as const).map((way) => (
            <label key={way}>
              <input type="radio" name="by" checked={by === way} onChange={() => setChosen(way)} />
              {way === 'mail' ? t('access.email') : t('access.phone')}
            </label>
          ))}
        </fieldset>
      )}
      {by === 'mail' ? <ForgotByMail /> : <ForgotByPhone onReset={() => setState('reset')} />}
    </View>
  )
}
