import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { shareText } from './line.ts'
import './lines.css'

/** The share of lines within target of all that are in sight; each number opens the list of its lines. */
export function LinesOnTarget() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useApi('GET /dial/api/v1/line/target', {}, { refetchInterval: 300_000 })
  if (data === undefined || data.judgedAt === null) return null
  return (
    <section className="lines-on-target" aria-label={t('lines.onTarget.rate')}>
      <Tooltip title={t('lines.onTarget.hint')} trigger={['hover', 'focus', 'click']}>
        <button type="button" className="lines-on-target-name">
          {t('lines.onTarget.rate')}
        </button>
      </Tooltip>
      {data.periods.map(({ days, within, outside, seldom }) => {
        const name = days === 1 ? 'dayTarget' : 'weekTarget'
        const all = within + outside
        const listOf = (target: string) => `${paths.lines}?${name}=${target}`
        return (
          <span key={days} className="lines-on-target-period">
            {t(days === 1 ? 'lines.day' : 'lines.week')}
            <strong>{shareText(all === 0 ? null : within / all)}</strong>
            <span className="quiet">{t('lines.onTarget.of', { within, all })}</span>
            {outside > 0 && (
              <RowLink to={listOf('outside')}>{t('lines.onTarget.others', { count: outside })}</RowLink>
            )}
            {seldom > 0 && (
              <RowLink to={listOf('seldom')}>{t('lines.onTarget.seldom', { count: seldom })}</RowLink>
            )}
          </span>
        )
      })}
      <span className="quiet">{t('lines.onTarget.asOf', { at: format.dateTime(data.judgedAt) })}</span>
    </section>
  )
}
