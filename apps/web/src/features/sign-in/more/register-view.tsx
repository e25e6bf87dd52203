import type { EndpointOutput } from '@netward/contract'
import { useState } from 'react'
import { useT } from '../../../lib/use-t.ts'
import { usePageInfo } from '../page-info.ts'
import { RegisterForm } from './register-form.tsx'
import { Outcome, View } from './view.tsx'

type Answer = EndpointOutput<'POST /api/v1/auth/registration'>

/** A company applies for a trial. */
export function RegisterView() {
  const t = useT()
  const info = usePageInfo()
  const [registered, setRegistered] = useState<(Answer & { company: string; contact: string }) | null>(null)
  if (registered !== null) {
    const { state, company, contact, companyCode } = registered
    return state === 'active' ? (
      <Outcome
        title={t('access.registerActiveTitle')}
        text={t('access.registerActiveText', { company, contact, code: companyCode ?? '' })}
      />
    ) : (
      <Outcome
        title={t('access.registerWaitingTitle')}
        text={t('access.registerWaitingText', { company, contact })}
      />
    )
  }
  if (info !== null && (info.registration === 'closed' || (!info.mail && !info.phoneCodes))) {
    return <View title={t('access.registerTitle')} about={<p>{t('access.registerClosed')}</p>} />
  }
  return (
    <View
      title={t('access.registerTitle')}
      about={
        <>
          <p>{t('access.registerTrial')}</p>
          {info?.registration === 'approval' && <p>{t('access.registerApproval')}</p>}
        </>
      }
    >
      <RegisterForm
        onRegistered={(answer, company, contact) => setRegistered({ ...answer, company, contact })}
      />
    </View>
  )
}
