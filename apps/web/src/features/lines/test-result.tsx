import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { Hops } from './hops.tsx'
import { msText, percentText, scoreText } from './line.ts'
import { type LineTestResult, mbitText } from './line-test.ts'
import './line-tests.css'

/** What a test found, with all of its figures. */
export function TestResult({
  result,
  contracted,
}: {
  result: LineTestResult
  /** Mbit/s of the direction; null: not known here. */
  contracted: number | null
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { pings, time, http, answers, path, throughput } = result
  return (
    <>
      {pings !== null && <Pings pings={pings} />}
      {http !== null && <Phases http={http} />}
      {time !== null && (
        <Facts
          facts={[
            {
              label: t(answers === null ? 'lineTests.connectTime' : 'lineTests.answerTime'),
              value: msText(time),
            },
          ]}
        />
      )}
      {answers !== null && (
        <Facts
          facts={[
            {
              label: t('lineTests.answers'),
              value: <span className="mono">{answers.length === 0 ? '—' : answers.join(', ')}</span>,
            },
          ]}
        />
      )}
      {path !== null && (
        <>
          <Hops hops={path.hops} rateLimited={path.rateLimited} healthy={null} />
          {!path.reached && <p className="line-note">{t('lines.notReached')}</p>}
        </>
      )}
      {throughput !== null && (
        <Facts
          facts={[
            {
              label: `${t('lineTests.throughput')} (${t(`lineTests.directions.${throughput.direction}`)})`,
              value:
                contracted === null
                  ? mbitText(throughput.bitsPerSecond)
                  : `${mbitText(throughput.bitsPerSecond)} · ${t('lineTests.ofContracted', {
                      share: `${(throughput.bitsPerSecond / 1e4 / contracted).toFixed(0)} %`,
                    })}`,
            },
            {
              label: t('lineTests.moved'),
              value: `${format.number(Math.round(throughput.bytes / 1e5) / 10)} MB`,
            },
            { label: t('lineTests.lasted'), value: `${throughput.seconds.toFixed(1)} s` },
          ]}
        />
      )}
    </>
  )
}

function Pings({ pings }: { pings: NonNullable<LineTestResult['pings']> }) {
  const { t } = useTranslation()
  const { sent, received, loss, min, avg, median, p95, max, jitter, mos, times } = pings
  const known = [
    [t('lineTests.least'), min],
    [t('lineTests.average'), avg],
    [t('lineTests.median'), median],
    [t('lineTests.p95'), p95],
    [t('lineTests.most'), max],
    [t('lines.jitter'), jitter],
  ] as const
  return (
    <>
      <Facts
        facts={[
          { label: t('lineTests.sentReceived'), value: `${sent} / ${received}` },
          { label: t('lines.loss'), value: percentText(loss) },
          ...known.flatMap(([label, value]) => (value === null ? [] : [{ label, value: msText(value) }])),
          ...(mos === null ? [] : [{ label: t('lines.mos'), value: scoreText(mos) }]),
        ]}
      />
      {times.length > 0 && <PacketBars times={times} />}
      {jitter !== null && <p className="line-note">{t('lineTests.jitterHow')}</p>}
    </>
  )
}

/** A bar a packet; a lost one is marked. */
function PacketBars({ times }: { times: readonly (number | null)[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...times.flatMap((time) => time ?? []))
  return (
    <figure className="packet-bars" aria-label={t('lineTests.packetsChart')}>
      <figcaption>{t('lineTests.packetsChart')}</figcaption>
      <div>
        {times.map((time, place) => (
          <span
            key={place}
            className={time === null ? 'packet-lost' : undefined}
            title={`${place + 1}: ${time === null ? t('lineTests.lostPacket') : msText(time)}`}
            style={{ height: time === null ? '100%' : `${Math.max(4, (100 * time) / most)}%` }}
          />
        ))}
      </div>
    </figure>
  )
}

const phases = ['dns', 'connect', 'tls', 'firstByte', 'total'] as const

function Phases({ http }: { http: NonNullable<LineTestResult['http']> }) {
  const { t } = useTranslation()
  return (
    <Facts
      facts={[
        { label: t('lineTests.httpStatus'), value: http.status ?? '—' },
        ...phases.map((phase) => ({ label: t(`lineTests.phases.${phase}`), value: msText(http[phase]) })),
        ...(http.certificateDays === null
          ? []
          : [
              {
                label: t('lineTests.certificate'),
                value: t('lineTests.certificateDays', { n: Math.floor(http.certificateDays) }),
              },
            ]),
      ]}
    />
  )
}
