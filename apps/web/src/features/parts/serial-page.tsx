import { useParams } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DetailPage } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { afterMovement, lifeRead, serialRead, type SerialRow } from './part.ts'
import { SerialLife } from './serial-life.tsx'
import { SerialState, Warranty } from './serial-state.tsx'
import './parts.css'

export function PartSerialPage() {
  const { serialId = '' }: { serialId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_PART') ? <Page key={serialId} serialId={serialId} /> : <NoPermissionState />
}

/** A piece and its life, from the purchase on. */
function Page({ serialId }: { serialId: string }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const answer = useApi(serialRead, { serialId })
  const serial = answer.data
  const life = useApi(lifeRead, { serial: serial?.serial ?? '' }, { enabled: serial !== undefined }).data
  const [editing, setEditing] = useState(false)
  useLiveReads(serialRead, ['part.changed'])
  useLiveReads(lifeRead, ['part.changed', 'device.changed'])
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
          actions: <Button onClick={() => setEditing(true)}>{t('common.edit')}</Button>,
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
                    {life !== undefined && <SerialLife life={life} />}
                    <EditDrawer serial={serial} open={editing} onClose={() => setEditing(false)} />
                  </>
                ),
              },
            ]
      }
    />
  )
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
