import { useTranslation } from 'react-i18next'
import { type DiagnosticRun, lossPercent, type ResultOf } from './diagnostic-run.ts'
import { ThroughputResult } from './throughput-result.tsx'
import { useUnits } from './use-units.ts'

/** Result of a run; `whole` if it stands alone. Names and addresses come from the gateway: text only. */
export function RunResult({ run, whole = false }: { run: DiagnosticRun; whole?: boolean }) {
  return (
    <>
      {run.fault !== null && (
        <>
          <div>{run.fault.text}</div>
          {run.fault.detail !== '' && (
            <div className="device-quiet diagnostic-target">{run.fault.detail}</div>
          )}
        </>
      )}
      {(run.fault === null || run.result !== null) && <Found run={run} whole={whole} />}
    </>
  )
}

function Found({ run, whole }: { run: DiagnosticRun; whole: boolean }) {
  switch (run.result?.kind) {
    case 'ping':
      return <Ping result={run.result} />
    case 'traceroute':
      return <Trace result={run.result} target={run.target} whole={whole} />
    case 'name_lookup':
      return <Lookup result={run.result} />
    case 'download':
    case 'upload':
      return <ThroughputResult result={run.result} />
    default:
      return '—'
  }
}

function Ping({ result }: { result: ResultOf<'ping'> }) {
  const { t } = useTranslation()
  const { ms } = useUnits()
  const { sent, received } = result
  if (received === 0) return t('diagnostics.ping.noAnswer', { sent })
  const loss = lossPercent(result)
  return (
    <>
      <div>
        {t('diagnostics.ping.summary', {
          avg: ms(result.avgMs),
          min: ms(result.minMs),
          max: ms(result.maxMs),
        })}
      </div>
      <div className={loss > 0 ? 'diagnostic-loss' : 'device-quiet'}>
        {t('diagnostics.ping.loss', { loss, received, sent })}
      </div>
      <div className="diagnostic-bar" aria-hidden>
        <span style={{ width: `${100 - loss}%` }} />
      </div>
    </>
  )
}

function Trace(props: { result: ResultOf<'traceroute'>; target: string; whole: boolean }) {
  const { t } = useTranslation()
  const { ms } = useUnits()
  const { result, target, whole } = props
  if (result.hops.length === 0) return t('diagnostics.trace.noHops')
  return (
    <details open={whole}>
      <summary>{t('diagnostics.trace.hops', { count: result.hops.length })}</summary>
      <ol className="diagnostic-hops" aria-label={t('diagnostics.trace.title', { target })}>
        {result.hops.map((hop, index) => (
          // Hops have no unique name: the same router may appear twice.
          <li key={index}>
            <span className="mono diagnostic-target">
              {[hop.host, hop.address].filter((text) => text !== '').join(' · ') || '*'}
            </span>
            <span className="device-quiet">
              {hop.rttsMs.length === 0 ? t('diagnostics.trace.noAnswer') : hop.rttsMs.map(ms).join(' / ')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function Lookup({ result }: { result: ResultOf<'name_lookup'> }) {
  const { t } = useTranslation()
  const { ms } = useUnits()
  // A server that returns the same result each time is one line, with all its times.
  const found = new Map<string, { server: string; addresses: string; times: string[] }>()
  for (const { addresses, server, responseMs } of result.answers) {
    if (addresses.length === 0) continue
    const one = { server: server || '—', addresses: addresses.join(', '), times: [] }
    const key = `${one.server} ${one.addresses}`
    const known = found.get(key) ?? one
    found.set(key, { ...known, times: [...known.times, ms(responseMs)] })
  }
  if (found.size === 0) return t('diagnostics.lookup.none')
  return [...found].map(([key, { server, addresses, times }]) => (
    <div key={key} className="diagnostic-target">
      {t('diagnostics.lookup.answer', { addresses, server, time: times.join(' / ') })}
    </div>
  ))
}
