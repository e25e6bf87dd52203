import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type Replacement, replacementsOfOrder } from './part.ts'
import { ReturnDrawer } from './return-drawer.tsx'
import { SendClaimDrawer } from './send-claim-drawer.tsx'

/** Devices that were replaced on an order, and where the broken ones are. */
export function OrderReplacements({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const found = useApi(replacementsOfOrder, { orderId }).data
  const [returning, setReturning] = useState<Replacement | null>(null)
  const [claiming, setClaiming] = useState<string | null>(null)
  useLiveReads(replacementsOfOrder, ['part.changed', 'device.changed'])
  if (found === undefined || found.length === 0) return null
  return (
    <>
      <h3>{t('parts.replacements')}</h3>
      <ul className="order-parts">
        {found.map((one) => (
          <Row
            key={one.id}
            replacement={one}
            onReturn={() => setReturning(one)}
            onClaim={() => setClaiming(one.returned?.serial ?? null)}
          />
        ))}
      </ul>
      <ReturnDrawer
        orderId={orderId}
        replacement={returning}
        open={returning !== null}
        onClose={() => setReturning(null)}
      />
      <SendClaimDrawer serial={claiming} open={claiming !== null} onClose={() => setClaiming(null)} />
    </>
  )
}

function Row(props: { replacement: Replacement; onReturn: () => void; onClaim: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const { replacement, onReturn, onClaim } = props
  const { name, oldSerial, newSerial, replacedAt, replacedBy, returned } = replacement
  const old = returned?.serial ?? oldSerial
  return (
    <li>
      <span>
        {name} {old === '' ? '—' : <Serial serial={old} />} → <Serial serial={newSerial} />
      </span>
      <StatusTag tone={returned === null ? 'waiting' : 'ok'}>
        {returned === null
          ? t('parts.brokenWaits')
          : t('parts.brokenReturned', { warehouse: returned.warehouseName })}
      </StatusTag>
      <span className="quiet">
        {format.dateTime(replacedAt)} · {replacedBy}
      </span>
      {mayEdit && (
        <Button type="link" size="small" onClick={returned === null ? onReturn : onClaim}>
          {t(returned === null ? 'parts.brokenReturn' : 'parts.brokenClaim')}
        </Button>
      )}
    </li>
  )
}

function Serial({ serial }: { serial: string }) {
  return (
    <RowLink to={paths.serialLife(serial)}>
      <span className="mono">{serial}</span>
    </RowLink>
  )
}
