import { useNavigate } from '@tanstack/react-router'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'

/** Between the keys that the company has issued, and those that it has redeemed. */
export function SideSwitch({ side }: { side: 'issued' | 'redeemed' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div>
      <Segmented
        aria-label={t('shell.titles.sharing')}
        value={side}
        options={[
          { value: 'issued', label: t('sharing.issued') },
          { value: 'redeemed', label: t('sharing.redeemed') },
        ]}
        onChange={(to) => void navigate({ to: to === 'issued' ? paths.sharing : paths.sharingRedeemed })}
      />
    </div>
  )
}
