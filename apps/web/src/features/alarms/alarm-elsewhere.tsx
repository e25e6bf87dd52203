import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { actIn } from '../../lib/act-in.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'

/** The alarm of a customer, for users who see it only while they act there. The button acts, never the link. */
export function AlarmElsewhere({ alarmId, companyId }: { alarmId: string; companyId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi('POST /api/v1/auth/acting/tenants', { companyId })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={4} />
  const tenant = data.tenants.find((one) => one.companyId === companyId)
  if (tenant === undefined)
    return <EmptyState title={t('alarms.elsewhereNone')} hint={t('alarms.elsewhereNoneHint')} />
  const { name } = tenant
  // The customer must admit the user first.
  if (tenant.entry.startsWith('acting.'))
    return <EmptyState title={t('alarms.elsewhere', { name })} hint={t('alarms.elsewhereAskHint')} />
  return (
    <EmptyState
      title={t('alarms.elsewhere', { name })}
      hint={t('alarms.elsewhereHint')}
      action={
        <Button type="primary" onClick={() => actIn({ companyId, name }, paths.alarm(alarmId))}>
          {t('alarms.elsewhereOpen')}
        </Button>
      }
    />
  )
}
