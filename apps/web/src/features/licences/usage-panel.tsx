import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useActing, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLicensedByFiles } from '../../lib/use-licence-mode.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { type Usage, usageEndpoint } from './licence.ts'

type Kind = Usage['kinds'][number]

const tones: Record<Kind['level'], StatusTone> = { fine: 'ok', nearly: 'warn', full: 'bad', exceeded: 'bad' }

export function UsagePanel() {
  const { t } = useTranslation()
  const acting = useActing()
  const session = useSession()
  const { data, error, refetch } = useApi(usageEndpoint, {}, { staleTime: 0 })
  useLiveReads(usageEndpoint, ['licence.changed', 'device.added', 'device.released', 'member.changed'])
  const company = acting?.name ?? session?.user.companyName ?? ''
  return (
    <div className="licence-usage">
      <h1>{t('licences.usageTitle', { company })}</h1>
      {data === undefined ? (
        error === null ? (
          <LoadingState />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <PackageLine held={data.package} />
          <div className="licence-bars">
            {data.kinds.map((one) => (
              <UsageBar key={one.kind} usage={one} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function PackageLine({ held }: { held: Usage['package'] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const byFiles = useLicensedByFiles()
  // The package counts for nothing there.
  if (byFiles) return null
  return (
    <Panel title={t('licences.package')}>
      {held === null ? (
        t('licences.packageNone')
      ) : (
        <>
          <strong>{language === 'zh' ? held.nameZh : held.nameEn}</strong>{' '}
          <span className="quiet">{t('licences.packageVersion', { version: held.version })}</span>
          {held.newestVersion > held.version && (
            <p className="quiet">{t('licences.packageOutdated', { version: held.newestVersion })}</p>
          )}
        </>
      )}
    </Panel>
  )
}

/** One kind: its usage in figures and as a bar, and when it expires. */
function UsageBar({ usage }: { usage: Kind }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, used, granted, remaining, level, forecast, history } = usage
  const name = t(`licences.kinds.${kind}`)
  const absent = granted === 0 && used === 0
  const share =
    granted === null || granted === 0 ? (used > 0 && granted === 0 ? 100 : 0) : (used / granted) * 100
  const text =
    granted === null
      ? t('licences.usedUnlimited', { used: format.number(used) })
      : t('licences.used', { used: format.number(used), granted: format.number(granted) })
  const [first, last] = [history[0], history.at(-1)]
  return (
    <section className="licence-bar" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {granted !== null && !absent && (
          <StatusTag tone={tones[level]}>{t(`licences.levels.${level}`)}</StatusTag>
        )}
      </header>
      {/* What it shows stands below in words. */}
      {granted !== null && (
        <div className={`licence-meter licence-meter-${level}`} aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, share)}%` }} />
          <i />
        </div>
      )}
      <p>
        {text}
        {remaining !== null && <> · {t('licences.left', { remaining: format.number(remaining) })}</>}
      </p>
      <p className="quiet">
        {absent
          ? t('licences.notIncluded')
          : t(`licences.forecast.${forecast.outcome}`, { days: format.number(forecast.days ?? 0) })}
        {first !== undefined && last !== undefined && first !== last && (
          <> · {t('licences.trend', { first: format.number(first.used), last: format.number(last.used) })}</>
        )}
      </p>
    </section>
  )
}
