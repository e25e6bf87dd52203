import { RobotOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { State } from '../../ui/state.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { AskForMore } from './ask-for-more.tsx'

const endpoint = 'GET /api/v1/assistant/readiness'
type Readiness = EndpointOutput<typeof endpoint>

const freshMs = 60_000

/** Whether the assistant can be asked here. */
export function useReadiness() {
  const read = useApi(endpoint, {}, { staleTime: freshMs })
  return { readiness: read, isReady: read.data?.missing === null }
}

/** What is missing before the assistant can be asked; nothing once it is there. */
export function ReadinessNote(props: {
  readiness: { data?: Readiness | undefined; error: unknown; refetch: () => unknown }
}) {
  const { t } = useTranslation()
  const maySet = useMay('DMS_SERVER_SYSTEM_AI_SETTING')
  const { data, error, refetch } = props.readiness
  if (data === undefined)
    return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
  const { missing } = data
  if (missing === null) return null
  return (
    <State
      icon={<RobotOutlined />}
      title={t(`conversations.notReady.${missing}`)}
      hint={t(maySet ? `conversations.notReadyHint.${missing}` : 'conversations.askAdministrator')}
      action={
        <>
          {missing === 'budget' && <AskForMore />}
          {maySet && <Link to={paths.aiManagement}>{t('conversations.openSettings')}</Link>}
        </>
      }
    />
  )
}

/** Where a question goes, and what is kept of it. */
export function SentWhere({ readiness }: { readiness: Readiness | undefined }) {
  const { t } = useTranslation()
  const [first] = readiness?.services ?? []
  if (readiness === undefined || first === undefined) return null
  return (
    <p className="sent-where">
      <span>
        {t(first.isAbroad ? 'conversations.sentAbroad' : 'conversations.sentTo', {
          service: first.name,
          model: first.model,
        })}
      </span>
      <span>{t('conversations.keptDays', { days: readiness.keptDays })}</span>
    </p>
  )
}
