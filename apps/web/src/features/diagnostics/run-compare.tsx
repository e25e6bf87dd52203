import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type DiagnosticRun, lossPercent } from './diagnostic-run.ts'
import { useUnits } from './use-units.ts'
import { useWayOut } from './way-out.tsx'
import '../../ui/plain-table.css'

type Result = NonNullable<DiagnosticRun['result']>

interface Figure {
  label: string
  value: number | null
  show: (value: number | null) => string
  /** Shown beside the figure, such as its hop. */
  note?: string
}

/** Two runs of one kind side by side, the earlier first, with the differences. */
export function RunCompare(props: { runs: readonly DiagnosticRun[]; open: boolean; onClose: () => void }) {
  const { runs, open, onClose } = props
  const { t } = useTranslation()
  const format = useFormat()
  const figuresOf = useFigures()
  const wayOut = useWayOut()
  const [earlier, later] = runs.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
  if (earlier === undefined || later === undefined) return null
  const wayOf = (run: DiagnosticRun) => wayOut(run) || t('diagnostics.routed')
  const chosen = [earlier, later].some((run) => wayOut(run) !== '')
  const before = figuresOf(earlier.result)
  const after = figuresOf(later.result)
  const labels = [...new Set([...before, ...after].map(({ label }) => label))]
  const of = (figures: readonly Figure[], label: string) => figures.find((figure) => figure.label === label)
  const cell = (figure: Figure | undefined) =>
    figure === undefined ? '—' : [figure.show(figure.value), figure.note].filter(Boolean).join(' · ')
  return (
    <Drawer
      title={`${t('diagnostics.compareTitle')} · ${t(`diagnostics.kinds.${earlier.kind}`)}`}
      open={open}
      onClose={onClose}
      size={760}
      className="form-drawer"
    >
      <div className="plain-table-frame">
        <table className="plain-table" aria-label={t('diagnostics.compareTitle')}>
          <thead>
            <tr>
              <th>{t('diagnostics.figure')}</th>
              <th>
                {t('diagnostics.earlier')}
                <div className="device-quiet">{format.dateTime(earlier.createdAt)}</div>
              </th>
              <th>
                {t('diagnostics.later')}
                <div className="device-quiet">{format.dateTime(later.createdAt)}</div>
              </th>
              <th>{t('diagnostics.difference')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td data-label={t('diagnostics.figure')}>{t('diagnostics.target')}</td>
              <td data-label={t('diagnostics.earlier')} className="diagnostic-target">
                {earlier.target}
              </td>
              <td data-label={t('diagnostics.later')} className="diagnostic-target">
                {later.target}
              </td>
              <td data-label={t('diagnostics.difference')}>
                {earlier.target === later.target ? t('diagnostics.same') : '—'}
              </td>
            </tr>
            {chosen && (
              <tr>
                <td data-label={t('diagnostics.figure')}>{t('diagnostics.interface')}</td>
                <td data-label={t('diagnostics.earlier')}>{wayOf(earlier)}</td>
                <td data-label={t('diagnostics.later')}>{wayOf(later)}</td>
                <td data-label={t('diagnostics.difference')}>
                  {wayOf(earlier) === wayOf(later) ? t('diagnostics.same') : '—'}
                </td>
              </tr>
            )}
            <tr>
              <td data-label={t('diagnostics.figure')}>{t('diagnostics.state')}</td>
              <td data-label={t('diagnostics.earlier')}>
                {stateOf(earlier, t(`diagnostics.states.${earlier.state}`))}
              </td>
              <td data-label={t('diagnostics.later')}>
                {stateOf(later, t(`diagnostics.states.${later.state}`))}
              </td>
              <td data-label={t('diagnostics.difference')}>
                {earlier.state === later.state ? t('diagnostics.same') : '—'}
              </td>
            </tr>
            {labels.map((label) => (
              <tr key={label}>
                <td data-label={t('diagnostics.figure')}>{label}</td>
                <td data-label={t('diagnostics.earlier')}>{cell(of(before, label))}</td>
                <td data-label={t('diagnostics.later')}>{cell(of(after, label))}</td>
                <td data-label={t('diagnostics.difference')}>
                  {differenceOf(of(before, label), of(after, label), t('diagnostics.same'))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Drawer>
  )
}

function stateOf({ fault }: DiagnosticRun, state: string): string {
  return fault === null ? state : `${state}: ${fault.text}`
}

function differenceOf(before: Figure | undefined, after: Figure | undefined, same: string): string {
  if (before === undefined || after === undefined || before.value === null || after.value === null) return '—'
  const difference = after.value - before.value
  if (after.show(after.value) === before.show(before.value)) return same
  return `${difference > 0 ? '+' : '−'}${after.show(Math.abs(difference))}`
}

function useFigures(): (result: Result | null) => Figure[] {
  const { t } = useTranslation()
  const { ms, mbit, percent } = useUnits()
  const count = (value: number | null) => (value === null ? '—' : String(value))
  return (result) => {
    switch (result?.kind) {
      case 'ping':
        return [
          {
            label: t('diagnostics.loss'),
            value: result.sent === 0 ? null : lossPercent(result),
            show: percent,
          },
          { label: t('diagnostics.average'), value: result.avgMs, show: ms },
          { label: t('diagnostics.minimum'), value: result.minMs, show: ms },
          { label: t('diagnostics.maximum'), value: result.maxMs, show: ms },
        ]
      case 'traceroute':
        return [
          { label: t('diagnostics.hopCount'), value: result.hops.length, show: count },
          ...result.hops.map(({ host, address, rttsMs }, index) => ({
            label: t('diagnostics.hopNumber', { number: index + 1 }),
            value: rttsMs.length === 0 ? null : Math.min(...rttsMs),
            show: ms,
            note: address || host || '*',
          })),
        ]
      case 'name_lookup': {
        const times = result.answers.flatMap(({ responseMs }) => responseMs ?? [])
        const addresses = [...new Set(result.answers.flatMap((answer) => answer.addresses))]
        return [
          {
            label: t('diagnostics.lookupTime'),
            value: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length,
            show: ms,
            note: addresses.join(', '),
          },
        ]
      }
      case 'download':
      case 'upload':
        return [
          { label: t('diagnostics.rate'), value: result.mbitPerSecond, show: mbit },
          {
            label: t('diagnostics.throughput.firstByte', { time: '' }).trim(),
            value: result.firstByteMs,
            show: ms,
          },
          {
            label: t('diagnostics.throughput.connect', { time: '' }).trim(),
            value: result.connectMs,
            show: ms,
          },
        ]
      default:
        return []
    }
  }
}
