import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  ExclamationCircleFilled,
  MinusCircleOutlined,
  QuestionCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import './status-tag.css'

/** `ok` good, `bad` failed, `warn` wants attention, `busy` under way, `waiting` later, `off` at rest, `unknown`. */
export type StatusTone = 'ok' | 'bad' | 'warn' | 'busy' | 'waiting' | 'off' | 'unknown'

const icons: Record<StatusTone, ReactNode> = {
  ok: <CheckCircleFilled />,
  bad: <CloseCircleFilled />,
  warn: <ExclamationCircleFilled />,
  busy: <SyncOutlined />,
  waiting: <ClockCircleOutlined />,
  off: <MinusCircleOutlined />,
  unknown: <QuestionCircleOutlined />,
}

/** A state by colour, icon and word, so that no one of them carries it alone. */
export function StatusTag({
  tone,
  children,
  icon,
}: {
  tone: StatusTone
  children: ReactNode
  icon?: ReactNode
}) {
  return (
    <span className={`status-tag status-${tone}`}>
      <span aria-hidden="true">{icon ?? icons[tone]}</span>
      {children}
    </span>
  )
}
