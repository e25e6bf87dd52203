import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Opening } from './opening.ts'
import './openings.css'

/** How many sites are accepted. */
export function OpeningProgress({ opening: { sites, steps, late } }: { opening: Opening }) {
  const { t } = useTranslation()
  return (
    <span className="opening-progress">
      <Progress
        percent={sites === 0 ? 0 : Math.floor((steps.accepted / sites) * 100)}
        size="small"
        showInfo={false}
        aria-label={t('openings.progress')}
        {...(late > 0 && { status: 'exception' as const })}
      />
      <span>{t('openings.sitesOf', { done: steps.accepted, all: sites })}</span>
    </span>
  )
}
