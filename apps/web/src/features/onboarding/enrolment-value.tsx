import { InfoCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'

/** One line of the settings. */
export function Value({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Remark({ kind, children }: { kind: 'info' | 'warn'; children: ReactNode }) {
  return (
    <p className={`device-remark device-remark-${kind}`} role="note">
      <span aria-hidden="true">{kind === 'warn' ? <WarningOutlined /> : <InfoCircleOutlined />}</span>
      <span>{children}</span>
    </p>
  )
}
