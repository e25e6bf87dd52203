import { Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignDetail } from './ota.ts'
import './ota.css'

export type RollbackTime = 'now' | 'window'

/** Within its hours, if set: a gateway restarts. */
export function usualTime({ window }: CampaignDetail): RollbackTime {
  return window === 'any' ? 'now' : 'window'
}

/** Whether a rollback waits for its campaign's hours. */
export function RollbackWhen(props: { campaign: CampaignDetail; onChange: (time: RollbackTime) => void }) {
  const { t } = useTranslation()
  const [time, setTime] = useState(usualTime(props.campaign))
  if (props.campaign.window === 'any') return null
  return (
    <Radio.Group
      className="ota-rollback-when"
      aria-label={t('ota.rollbackWhen')}
      value={time}
      onChange={({ target }) => {
        setTime(target.value as RollbackTime)
        props.onChange(target.value as RollbackTime)
      }}
      options={(['window', 'now'] as const).map((value) => ({
        value,
        label: t(`ota.rollbackTimes.${value}`),
      }))}
    />
  )
}
