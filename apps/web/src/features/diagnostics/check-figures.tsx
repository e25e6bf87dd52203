import { useTranslation } from 'react-i18next'
import { type Figures } from './device-check.ts'
import { lossPercent } from './diagnostic-run.ts'
import { useUnits } from './use-units.ts'

interface Line {
  key: string
  label: string
  value: string
  earlier: string
  /** Signed; null if there is nothing to subtract. */
  change: string | null
}

type Ping = Figures['firstHop']
const average = (ping: Ping) => ping?.avgMs ?? null
const loss = (ping: Ping) => (ping === null || ping.sent === 0 ? null : lossPercent(ping))

/** The figures of a check, next to those of an earlier one. */
export function CheckFigures({ figures, earlier }: { figures: Figures; earlier: Figures | null }) {
  const { t } = useTranslation()
  const lines = useLines(figures, earlier)
  return (
    <div className="plain-table-frame">
      <table className="plain-table" aria-label={t('diagnostics.check.figuresTitle')}>
        <thead>
          <tr>
            <th>{t('diagnostics.figure')}</th>
            {earlier !== null && <th>{t('diagnostics.earlier')}</th>}
            <th>{earlier === null ? t('diagnostics.result') : t('diagnostics.later')}</th>
            {earlier !== null && <th>{t('diagnostics.difference')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td data-label={t('diagnostics.figure')}>{line.label}</td>
              {earlier !== null && <td data-label={t('diagnostics.earlier')}>{line.earlier}</td>}
              <td data-label={earlier === null ? t('diagnostics.result') : t('diagnostics.later')}>
                {line.value}
              </td>
              {earlier !== null && <td data-label={t('diagnostics.difference')}>{line.change ?? '—'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useLines(figures: Figures, earlier: Figures | null): Line[] {
  const { t } = useTranslation()
  const units = useUnits()
  const plain = (value: number | null) => (value === null ? '—' : String(value))
  const hours = (value: number | null) =>
    value === null ? '—' : t('diagnostics.check.uptimeHours', { value: Math.round(value / 360) / 10 })
  const number = (
    key: Parameters<typeof label>[0],
    read: (from: Figures) => number | null,
    show: (value: number | null) => string,
  ): Line => {
    const value = read(figures)
    const before = earlier === null ? null : read(earlier)
    const change = value === null || before === null ? null : value - before
    return {
      key,
      label: label(key),
      value: show(value),
      earlier: show(before),
      change:
        change === null
          ? null
          : show(value) === show(before)
            ? t('diagnostics.same')
            : `${change > 0 ? '+' : '−'}${show(Math.abs(change))}`,
    }
  }
  const label = (
    key:
      | 'restarts24h'
      | 'uptime'
      | 'memory'
      | 'cpu'
      | 'drift'
      | 'firstHop'
      | 'firstHopLoss'
      | 'dnsServer'
      | 'far'
      | 'farLoss'
      | 'lookup'
      | 'download',
  ) => t(`diagnostics.check.figures.${key}`)
  const text = (key: 'software' | 'connections', read: (from: Figures) => string): Line => {
    const value = read(figures)
    const before = earlier === null ? '' : read(earlier)
    return {
      key,
      label: t(`diagnostics.check.figures.${key}`),
      value: value || '—',
      earlier: before || '—',
      change: value === before ? t('diagnostics.same') : null,
    }
  }
  return [
    text('connections', ({ connections }) =>
      connections
        .map(({ name, status, address }) => [name, status, address].filter(Boolean).join(' '))
        .join(' · '),
    ),
    number('firstHop', ({ firstHop }) => average(firstHop), units.ms),
    number('firstHopLoss', ({ firstHop }) => loss(firstHop), units.percent),
    number('dnsServer', ({ dnsServer }) => average(dnsServer), units.ms),
    number('far', ({ far }) => average(far), units.ms),
    number('farLoss', ({ far }) => loss(far), units.percent),
    number('lookup', ({ lookupMs }) => lookupMs, units.ms),
    number('download', ({ downloadMbit }) => downloadMbit, units.mbit),
    number('restarts24h', ({ restarts24h }) => restarts24h, plain),
    number('uptime', ({ uptimeSeconds }) => uptimeSeconds, hours),
    number('memory', ({ memoryPercent }) => memoryPercent, units.percent),
    number('cpu', ({ cpuPercent }) => cpuPercent, units.percent),
    number('drift', ({ drift }) => drift, plain),
    text('software', ({ softwareVersion }) => softwareVersion),
  ]
}
