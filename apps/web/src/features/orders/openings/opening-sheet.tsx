import { PrinterOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { openingSteps } from '@netward/contract/opening-values'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi } from '../../../lib/use-api.ts'
import { ErrorState, LoadingState, NoPermissionState } from '../../../ui/states.tsx'
import { actsRead } from '../acts/acts.ts'
import { PrintedProofs } from '../acts/printed.tsx'
import { siteRead } from '../visit/site.ts'
import { OpeningPhotographs } from './opening-photographs.tsx'
import '../../../ui/print.css'
import './openings.css'

const sheetRead = 'GET /api/v1/work/opening/site/:siteId'
type Sheet = EndpointOutput<typeof sheetRead>

export function OpeningSheet() {
  const { siteId = '' }: { siteId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_WORK_ORDER') ? <Print siteId={siteId} /> : <NoPermissionState />
}

/** The acceptance of a site on A4: steps, devices, link test and photographs, with room for a stamp. */
function Print({ siteId }: { siteId: string }) {
  const { t } = useTranslation()
  const answer = useApi(sheetRead, { siteId })
  const site = answer.data
  return (
    <div className="print-page">
      <div className="print-tools">
        {site !== undefined && (
          <Button href={`#${paths.opening(site.openingId)}`}>{t('shell.titles.opening')}</Button>
        )}
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={site === undefined}
          onClick={() => window.print()}
        >
          {t('openings.print')}
        </Button>
      </div>
      {answer.error !== null ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : site === undefined ? (
        <LoadingState rows={8} />
      ) : (
        <Paper site={site} />
      )}
    </div>
  )
}

function Paper({ site }: { site: Sheet }) {
  const { t } = useTranslation()
  const format = useFormat()
  const facts: readonly (readonly [string, string])[] = [
    [t('openings.company'), site.companyName],
    [t('openings.outlet'), [site.outletName, site.outletCode].filter(Boolean).join(' · ')],
    [t('openings.address'), [site.region, site.address].filter(Boolean).join(' ') || '—'],
    [t('openings.plannedOn'), site.plannedOn],
    [t('openings.order'), site.orderNumber === null ? '—' : `#${site.orderNumber}`],
    [t('openings.assignee'), site.assigneeName ?? '—'],
  ]
  return (
    <article className="print-sheet">
      <header>
        <h1>{t('openings.sheetTitle')}</h1>
        <strong>{site.openingName}</strong>
      </header>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t('openings.step')}</h2>
      <dl>
        {openingSteps.map((step) => {
          const done = site.steps[step]
          return (
            <div key={step}>
              <dt>{t(`openings.steps.${step}`)}</dt>
              <dd>
                {done === null
                  ? '—'
                  : t('openings.stepDone', {
                      at: format.dateTime(done.at),
                      by: done.by === '' ? t('openings.bySystem') : done.by,
                    })}
              </dd>
            </div>
          )
        })}
      </dl>
      <LinkTest tests={site.linkTest} />
      {site.orderId !== null && <OrderProofs orderId={site.orderId} />}
      <Devices devices={site.devices} />
      <h2>{t('openings.photographs')}</h2>
      {site.orderId === null ? (
        <p>{t('openings.photographsNone')}</p>
      ) : (
        <OpeningPhotographs orderId={site.orderId} />
      )}
      <footer>
        <div>
          <h2>{t('openings.engineer')}</h2>
        </div>
        <div>
          <h2>
            {t('openings.customer')} / {t('openings.stamp')}
          </h2>
          {site.orderId !== null && <Signature orderId={site.orderId} />}
        </div>
      </footer>
    </article>
  )
}

function OrderProofs({ orderId }: { orderId: string }) {
  const acts = useApi(actsRead, { orderId }).data
  return acts === undefined ? null : <PrintedProofs acts={acts} />
}

function LinkTest({ tests }: { tests: Sheet['linkTest'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const value = (number: number | null, unit: string) =>
    number === null ? '—' : `${Math.round(number * 10) / 10} ${unit}`
  return (
    <>
      <h2>{t('openings.linkTest')}</h2>
      {tests.length === 0 ? (
        <p>{t('openings.linkTestNone')}</p>
      ) : (
        <table className="opening-table">
          <thead>
            <tr>
              {(['line', 'lineState', 'loss', 'rtt', 'jitter', 'testedAt'] as const).map((key) => (
                <th key={key}>{t(`openings.${key}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tests.map((test) => (
              <tr key={test.line}>
                <td>{test.line}</td>
                <td>{t(`lines.states.${test.state}`)}</td>
                <td>{value(test.loss, '%')}</td>
                <td>{value(test.rtt, 'ms')}</td>
                <td>{value(test.jitter, 'ms')}</td>
                <td>{format.dateTime(test.at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Devices({ devices }: { devices: Sheet['devices'] }) {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('openings.devices')}</h2>
      {devices.length === 0 ? (
        <p>{t('openings.devicesNone')}</p>
      ) : (
        <table className="opening-table">
          <thead>
            <tr>
              {(['deviceName', 'deviceModel', 'deviceSerial', 'devicePresence'] as const).map((key) => (
                <th key={key}>{t(`openings.${key}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => (
              <tr key={`${device.name} ${device.serialNumber}`}>
                <td>{device.name}</td>
                <td>{device.model || '—'}</td>
                <td>{device.serialNumber || '—'}</td>
                <td>{t(`devices.presence.${device.presence}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Signature({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const signature = useApi(siteRead, { orderId }).data?.signature
  if (signature === undefined || signature === null) return null
  return (
    <>
      <img src={signature.picture} alt={t('openings.customer')} />
      <p>
        {signature.signer} {format.dateTime(signature.signedAt)}
      </p>
    </>
  )
}
