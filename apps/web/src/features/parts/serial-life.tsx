import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useNow } from '../../lib/use-now.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Life, lifeSpans, type Span } from './life-spans.ts'
import './parts.css'
import './life.css'

const dayMs = 86_400_000

/** The life of a serial number: a picture of where it was, and what happened to it. */
export function SerialLife({ life }: { life: Life }) {
  const { t } = useTranslation()
  const spans = useMemo(() => lifeSpans(life), [life])
  const entries = useMemo(() => entriesOf(life), [life])
  return (
    <Panel title={t('parts.life')}>
      <Picture spans={spans} />
      <ol className="part-life">
        {entries.map(({ key, at, entry }) => (
          <li key={key}>
            <At at={at} />
            {entry}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Picture({ spans }: { spans: readonly Span[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(3_600_000)
  return (
    <ol className="life-line">
      {spans.map(({ state, place, defective, from, until }) => {
        const days = (Date.parse(until ?? new Date(now).toISOString()) - Date.parse(from)) / dayMs
        return (
          // Long stages are longer, and short ones stay readable.
          <li
            key={`${from} ${state}`}
            data-state={state}
            style={{ flexGrow: 1 + Math.sqrt(Math.max(days, 0)) }}
          >
            <strong>{t(`parts.lifeSpans.${state}`)}</strong>
            {defective && <StatusTag tone="warn">{t('parts.isDefective')}</StatusTag>}
            <span>{place}</span>
            <span className="quiet">
              {format.date(from)} – {until === null ? t('parts.lifeNow') : format.date(until)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function At({ at }: { at: string }) {
  return <span className="quiet">{useFormat().dateTime(at)}</span>
}

interface Entry {
  readonly key: string
  readonly at: string
  readonly entry: ReactNode
}

function entriesOf({ movements, devices, orders }: Life): Entry[] {
  return [
    ...movements.map((entry) => ({ key: `m${entry.id}`, at: entry.at, entry: <Movement entry={entry} /> })),
    ...devices.flatMap((device) => [
      { key: `c${device.id}`, at: device.from, entry: <Claimed device={device} /> },
      ...(device.until === null
        ? []
        : [{ key: `r${device.id}`, at: device.until, entry: <Released device={device} /> }]),
    ]),
    ...orders.map((order) => ({ key: `o${order.id}`, at: order.at, entry: <OrderEntry order={order} /> })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function Movement({ entry }: { entry: Life['movements'][number] }) {
  const { t } = useTranslation()
  const { kind, warehouseName, supplier, reference, unitPrice, note, actorName, defective, onHand } = entry
  const { orderId, orderNumber, orderOutlet } = entry
  const what = [
    warehouseName,
    kind === 'regrade' && t(onHand > 0 ? 'parts.isGood' : 'parts.isDefective'),
    kind === 'return' && defective > 0 && t('parts.isDefective'),
    supplier,
    reference,
    unitPrice !== null && `¥${unitPrice.toFixed(2)}`,
    note,
  ]
  return (
    <>
      <strong>{t(`parts.kinds.${kind}`)}</strong>
      <span className="in-text">
        {orderNumber !== null && <OrderName orderId={orderId} number={orderNumber} outlet={orderOutlet} />}{' '}
        {what.filter(Boolean).join(' · ')}{' '}
        <span className="quiet">{actorName === '' ? t('parts.bySystem') : actorName}</span>
      </span>
    </>
  )
}

function Claimed({ device }: { device: Life['devices'][number] }) {
  const { t } = useTranslation()
  const { replaces, outletName, companyName } = device
  return (
    <>
      <strong>{t('parts.lifeDevice.claimed')}</strong>
      <span className="in-text">
        <DeviceName device={device} /> {[outletName, companyName].filter(Boolean).join(' · ')}{' '}
        {replaces !== null && (
          <RowLink to={paths.serialLife(replaces.serial)}>
            {t('parts.lifeReplaces', { serial: replaces.serial })}
          </RowLink>
        )}
      </span>
    </>
  )
}

function Released({ device }: { device: Life['devices'][number] }) {
  const { t } = useTranslation()
  const { state, replacedBy } = device
  return (
    <>
      <strong>{t(`parts.lifeDevice.${state === 'replaced' ? 'replaced' : 'released'}`)}</strong>
      <span className="in-text">
        <DeviceName device={device} />{' '}
        {replacedBy !== null && (
          <RowLink to={paths.serialLife(replacedBy.serial)}>
            {t('parts.replacedBy', { serial: replacedBy.serial })}
          </RowLink>
        )}
      </span>
    </>
  )
}

function DeviceName({ device: { id, name, type, state } }: { device: Life['devices'][number] }) {
  const mayView = useMay('DMS_SERVER_DEVICE_VIEW')
  if (!mayView || (state === 'released' && type !== 'smart_cpe')) return name
  return <RowLink to={type === 'smart_cpe' ? paths.smartCpe(id) : paths.equipment(id)}>{name}</RowLink>
}

function OrderEntry({ order: { id, number, title } }: { order: Life['orders'][number] }) {
  const { t } = useTranslation()
  return (
    <>
      <strong>{t('parts.lifeDevice.order')}</strong>
      <RowLink to={paths.order(id)}>
        #{number} {title}
      </RowLink>
    </>
  )
}

/** The order that a piece was moved for, and where; without a link if it is not in sight. */
function OrderName(props: { orderId: string | null; number: number; outlet: string | null }) {
  const { t } = useTranslation()
  const { orderId, number, outlet } = props
  const name = [t('parts.orderOf', { number }), outlet].filter(Boolean).join(' · ')
  return orderId === null ? name : <RowLink to={paths.order(orderId)}>{name}</RowLink>
}
