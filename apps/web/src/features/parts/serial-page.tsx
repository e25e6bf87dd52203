import { useParams } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { afterMovement, type SerialLife, serialRead, type SerialRow } from './part.ts'
import { SerialState, Warranty } from './serial-state.tsx'
import './parts.css'

export function PartSerialPage() {
  const { serialId = '' }: { serialId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_PART') ? <Page key={serialId} serialId={serialId} /> : <NoPermissionState />
}

/** A serial number and its life, from the purchase on. */
function Page({ serialId }: { serialId: string }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const answer = useApi(serialRead, { serialId })
  const serial = answer.data
  const [editing, setEditing] = useState(false)
  useLiveReads(serialRead, ['part.changed'])
  return (
    <DetailPage
      title={serial?.serial ?? t('shell.titles.partSerial')}
      path={paths.partSerial(serialId)}
      back={paths.partSerials}
      loading={serial === undefined}
      error={serial === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      {...(serial !== undefined && {
        status: <SerialState serial={serial} />,
        facts: [
          { label: t('parts.model'), value: `${serial.brand} ${serial.modelName}`.trim() },
          { label: t('parts.warehouse'), value: serial.warehouseName ?? '—' },
          { label: t('parts.purchasedOn'), value: serial.purchasedOn ?? '—' },
          { label: t('parts.warrantyUntil'), value: <Warranty until={serial.warrantyUntil} /> },
          { label: t('parts.supplier'), value: serial.supplier || '—' },
        ],
        ...(mayEdit && {
          actions: <Button onClick={() => setEditing(true)}>{t('parts.edit')}</Button>,
        }),
      })}
      tabs={
        serial === undefined
          ? []
          : [
              {
                key: 'life',
                label: '',
                content: (
                  <>
                    <Panel title={t('parts.life')}>
                      <ol className="part-life">
                        {serial.life.map((entry) => (
                          <Entry key={entry.id} entry={entry} />
                        ))}
                      </ol>
                    </Panel>
                    <EditDrawer serial={serial} open={editing} onClose={() => setEditing(false)} />
                  </>
                ),
              },
            ]
      }
    />
  )
}

function Entry({ entry }: { entry: SerialLife }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { at, kind, warehouseName, supplier, reference, unitPrice, note, actorName, defective, onHand } =
    entry
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
    <li>
      <span className="quiet">{format.dateTime(at)}</span>
      <strong>{t(`parts.kinds.${kind}`)}</strong>
      <span>
        {orderNumber !== null && <OrderName orderId={orderId} number={orderNumber} outlet={orderOutlet} />}{' '}
        {what.filter(Boolean).join(' · ')}{' '}
        <span className="quiet">{actorName === '' ? t('parts.bySystem') : actorName}</span>
      </span>
    </li>
  )
}

/** The order that a piece was moved for, and where; without a link if it is not in sight. */
function OrderName(props: { orderId: string | null; number: number; outlet: string | null }) {
  const { t } = useTranslation()
  const { orderId, number, outlet } = props
  const name = [t('parts.orderOf', { number }), outlet].filter(Boolean).join(' · ')
  return orderId === null ? name : <RowLink to={paths.order(orderId)}>{name}</RowLink>
}

interface Values {
  purchasedOn: string
  warrantyUntil: string
  supplier: string
}

function EditDrawer({ serial, open, onClose }: { serial: SerialRow; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const edit = useAct('PUT /api/v1/work/part/serial/:serialId', { errors: 'caller', refresh: afterMovement })
  const { id: serialId, purchasedOn, warrantyUntil, supplier } = serial
  const initialValues = useMemo(
    (): Values => ({ purchasedOn: purchasedOn ?? '', warrantyUntil: warrantyUntil ?? '', supplier }),
    [purchasedOn, warrantyUntil, supplier],
  )
  return (
    <FormDrawer<Values>
      title={t('parts.editSerial')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) =>
        edit.mutateAsync({
          serialId,
          supplier: values.supplier,
          purchasedOn: values.purchasedOn || null,
          warrantyUntil: values.warrantyUntil || null,
        })
      }
    >
      <Form.Item name="purchasedOn" label={t('parts.purchasedOn')}>
        <DateField />
      </Form.Item>
      <Form.Item name="warrantyUntil" label={t('parts.warrantyUntil')}>
        <DateField />
      </Form.Item>
      <Form.Item name="supplier" label={t('parts.supplier')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}
