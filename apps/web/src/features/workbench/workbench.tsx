import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { isAdminIdentity, useActing, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { ErrorState, LoadingState, NoPermissionState } from '../../ui/states.tsx'
import { EventsCard } from './events-card.tsx'
import { FailedCommandsDrawer } from './failed-commands-drawer.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { FirstGatewayCard, GatewaysCard } from './gateways-card.tsx'
import { FollowedAlarms } from './followed-alarms.tsx'
import { MyTasksCard } from './my-tasks-card.tsx'
import { PersonalCard } from './personal-card.tsx'
import { QuickActs } from './quick-acts.tsx'
import { SinceLast } from './since-last.tsx'
import { useLiveWorkbench } from './use-live-workbench.ts'
import { failedCommands, shownParameter } from './waiting-items.ts'
import { WaitingCard } from './waiting-card.tsx'
import './workbench.css'

/** The landing page: state of the network, pending tasks, recent events. */
export function Workbench() {
  const { t } = useTranslation()
  const may = useMay('DMS_SERVER_MANAGE_WORKBENCH')
  return (
    <div className="workbench">
      <header className="workbench-head">
        <h1>{t('workbench.title')}</h1>
        <p className="quiet">{useScopeText()}</p>
        {may && <QuickActs />}
      </header>
      {may ? (
        <Cards />
      ) : (
        <section className="workbench-card">
          <NoPermissionState />
        </section>
      )}
    </div>
  )
}

function Cards() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const shown = useLocation({ select: ({ searchStr }) => parseSearch(searchStr)[shownParameter] })
  const { data, error, refetch } = useApi('GET /api/v1/workbench', {}, { keepPrevious: true })
  const { CurrentAlarms } = useMonitoringParts()
  useLiveWorkbench()
  if (data === undefined) {
    return (
      <section className="workbench-card">
        {error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </section>
    )
  }
  const { gateways, waiting, events, firstSteps } = data
  const none =
    gateways !== null && gateways.online + gateways.overdue + gateways.offline + gateways.unknown === 0
  return (
    <>
      <SinceLast />
      <MyTasksCard />
      <FollowedAlarms />
      <CurrentAlarms />
      {gateways === null ? (
        <section className="workbench-card workbench-notice">{t('workbench.noDevices')}</section>
      ) : none ? (
        firstSteps.length > 0 ? (
          <FirstStepsCard steps={firstSteps} />
        ) : (
          <FirstGatewayCard />
        )
      ) : (
        <GatewaysCard gateways={gateways} />
      )}
      <div className="workbench-columns">
        <div className="workbench-side">
          <PersonalCard />
          <WaitingCard waiting={waiting} />
        </div>
        {gateways !== null && <EventsCard events={events} />}
      </div>
      <FailedCommandsDrawer
        open={shown === failedCommands}
        onClose={() => void navigate({ to: paths.homePage })}
      />
    </>
  )
}

/** The network's owner. */
function useScopeText(): string {
  const { t } = useTranslation()
  const session = useSession()
  const acting = useActing()
  const company = acting?.name ?? session?.user.companyName ?? ''
  if (session === null || acting !== null || !isAdminIdentity(session.identity))
    return t('workbench.scope.company', { company })
  return session.identity === 1 ? t('workbench.scope.platform') : t('workbench.scope.tree', { company })
}
