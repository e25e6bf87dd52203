import {
  AlertOutlined,
  ApiOutlined,
  BankOutlined,
  CalendarOutlined,
  CheckCircleOutlined,
  CopyOutlined,
  InboxOutlined,
  MailOutlined,
  RightOutlined,
  SafetyOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { State } from '../../ui/state.tsx'
import { inOrder, type Waiting, waitingItems } from './waiting-items.ts'

const icons: Record<Waiting['kind'], ReactNode> = {
  break_glass: <AlertOutlined />,
  acting_requests: <SwapOutlined />,
  unknown_gateways: <InboxOutlined />,
  quarantined_gateways: <SafetyOutlined />,
  duplicate_gateways: <CopyOutlined />,
  failed_commands: <ApiOutlined />,
  holidays_missing: <CalendarOutlined />,
  registrations: <BankOutlined />,
  invitations: <MailOutlined />,
}

/** Tasks pending for the user: each line opens its list. */
export function WaitingCard({ waiting }: { waiting: readonly Waiting[] }) {
  const { t } = useTranslation()
  return (
    <section className="workbench-card" aria-labelledby="workbench-waiting">
      <header>
        <h2 id="workbench-waiting">{t('workbench.waiting')}</h2>
      </header>
      {waiting.length === 0 ? (
        <State
          icon={<CheckCircleOutlined />}
          title={t('workbench.waitingNone')}
          hint={t('workbench.waitingNoneHint')}
        />
      ) : (
        <ul className="workbench-waiting">
          {inOrder(waiting).map((one) => (
            <WaitingLine key={one.kind} {...one} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** A kind of decisions: it opens their list. */
export function WaitingLine({ kind, count }: Waiting) {
  const { t } = useTranslation()
  const format = useFormat()
  const { routesByPath } = useRouter()
  const { to, search = {}, tone } = waitingItems[kind]
  const line = (
    <>
      <span className={`workbench-wait-icon workbench-wait-${tone}`} aria-hidden="true">
        {icons[kind]}
      </span>
      <span className="workbench-wait-text">
        <span>{t(`workbench.wait.${kind}`)}</span>
        <small>{t(`workbench.waitHint.${kind}`)}</small>
      </span>
      <strong>{count >= 10_000 ? `${format.number(10_000)}+` : format.number(count)}</strong>
    </>
  )
  // A list without a screen in this version is counted, but has no link.
  if (!(to in routesByPath)) {
    return (
      <li>
        <div className="workbench-wait">{line}</div>
      </li>
    )
  }
  return (
    <li>
      <Link to={to} search={search} className="workbench-wait">
        {line}
        <RightOutlined className="workbench-go" aria-hidden="true" />
      </Link>
    </li>
  )
}
