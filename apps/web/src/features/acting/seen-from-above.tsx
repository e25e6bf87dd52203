import { EyeOutlined, LockOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const seen = ['devices', 'outlets', 'tenant', 'log'] as const
const unseen = ['parameters', 'log', 'people'] as const

/** Consent covers entering: what lists show regardless, and what they do not. */
export function SeenFromAbove() {
  const { t } = useTranslation()
  return (
    <details className="acting-seen">
      <summary>{t('acting.access.seen')}</summary>
      <Things icon={<EyeOutlined />} hint={t('acting.access.seenHint')}>
        {seen.map((thing) => (
          <li key={thing}>{t(`acting.access.seenThings.${thing}`)}</li>
        ))}
      </Things>
      <Things icon={<LockOutlined />} hint={t('acting.access.unseenHint')}>
        {unseen.map((thing) => (
          <li key={thing}>{t(`acting.access.unseenThings.${thing}`)}</li>
        ))}
      </Things>
    </details>
  )
}

function Things({ icon, hint, children }: { icon: ReactNode; hint: string; children: ReactNode }) {
  return (
    <section>
      <p>
        <span aria-hidden="true">{icon}</span> {hint}
      </p>
      <ul>{children}</ul>
    </section>
  )
}
